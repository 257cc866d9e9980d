// Pictures of scenes without a window (mjr_): rays are traced on the processor, pixels lie in memory.
#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>

#include "capi/boxes.h"
#include "capi/numbers.h"
#include "capi/render_context.h"
#include "viewer/label.h"
#include "viewer/moving_surface.h"

namespace corten::capi {
namespace {

constexpr int kMostPixels = 1 << 28;  // of a buffer

struct Contexts {
  std::mutex mutex;
  std::unordered_map<const mjrContext*, std::unique_ptr<ContextBox>> all;
};
Contexts& contexts() {
  static auto* list = new Contexts();
  return *list;
}
const mjrContext*& latest() {
  static thread_local const mjrContext* context = nullptr;
  return context;
}

}  // namespace

void PixelBuffer::resize(int w, int h) {
  if (w <= 0 || h <= 0 || h > kMostPixels / w) throw Problem("a buffer needs a width and height above zero");
  width = w, height = h;
  rgb.assign(3 * count(w) * count(h), 0), depth.assign(count(w) * count(h), 1);
}

ContextBox& box_of(const mjrContext* con) {
  given(con, "the mjrContext");
  const std::lock_guard lock(contexts().mutex);
  const auto found = contexts().all.find(con);
  if (found == contexts().all.end()) throw Problem("the mjrContext was not made by mjr_makeContext");
  latest() = con;
  return *found->second;
}

ContextBox* latest_context() {
  const std::lock_guard lock(contexts().mutex);
  const auto found = contexts().all.find(latest());
  return found == contexts().all.end() ? nullptr : found->second.get();
}

mjrRect clipped(const mjrRect& rect, const PixelBuffer& buffer) {
  const auto span = [](int first, int size, int room) {
    const std::int64_t end = std::int64_t{first} + std::max(size, 0);
    const auto begin = std::clamp<std::int64_t>(first, 0, room);
    return std::pair<int, int>(static_cast<int>(begin),
                               static_cast<int>(std::clamp<std::int64_t>(end, begin, room) - begin));
  };
  const auto [left, width] = span(rect.left, rect.width, buffer.width);
  const auto [bottom, height] = span(rect.bottom, rect.height, buffer.height);
  return {left, bottom, width, height};
}

void fill(PixelBuffer& buffer, const mjrRect& rect, const float rgba[4]) {
  const mjrRect part = clipped(rect, buffer);
  const float alpha = std::clamp(rgba[3], 0.0F, 1.0F);
  for (int y = 0; y < part.height; ++y) {
    unsigned char* pixel = buffer.rgb.data() + 3 * (buffer.row(part.bottom + y) + count(part.left));
    for (int i = 0; i < 3 * part.width; ++i)
      pixel[i] = static_cast<unsigned char>((1 - alpha) * static_cast<float>(pixel[i]) +
                                            alpha * 255 * std::clamp(rgba[i % 3], 0.0F, 1.0F) + 0.5F);
  }
}

// ---- contexts ----
CORTEN_API void mjr_defaultContext(mjrContext* con) {
  perform("mjr_defaultContext", [=] { std::memset(static_cast<void*>(given(con, "con")), 0, sizeof *con); });
}

CORTEN_API void mjr_freeContext(mjrContext* con) {
  perform("mjr_freeContext", [=] {
    const std::lock_guard lock(contexts().mutex);
    contexts().all.erase(given(con, "con"));
    std::memset(static_cast<void*>(con), 0, sizeof *con);
  });
}

namespace {

void set_font(int scale, mjrContext& con) {
  if (scale < 50 || scale > 300 || scale % 50)
    throw Problem("the scale of a font is 50, 100, 150, 200, 250 or 300");
  con.fontScale = scale;
  const int size = std::max(1, scale / 50), big = size + 1;
  std::fill_n(con.charWidth, 127, viewer::kLetterWidth * size);
  std::fill_n(con.charWidthBig, 127, viewer::kLetterWidth * big);
  con.charHeight = viewer::kLineHeight * size, con.charHeightBig = viewer::kLineHeight * big;
}

}  // namespace

CORTEN_API void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale) {
  perform("mjr_makeContext", [=] {
    mjrContext& c = *given(con, "con");
    auto box = std::make_unique<ContextBox>();
    mjrContext made{};
    set_font(fontscale, made);
    made.currentBuffer = 1;       // offscreen
    made.readPixelFormat = 6407;  // GL_RGB
    made.glInitialized = 1;
    if (m) {
      take_settings(*m, box_of(m).model);
      const Model& model = model_of(m);
      box->model = std::make_unique<Model>(model);
      const auto& global = model.vis.global_;
      made.lineWidth = global.linewidth, made.shadowClip = model.vis.map.shadowclip;
      made.shadowScale = model.vis.map.shadowscale;
      made.fogStart = static_cast<float>(model.stat.extent * model.vis.map.fogstart);
      made.fogEnd = static_cast<float>(model.stat.extent * model.vis.map.fogend);
      for (int i = 0; i < 4; ++i) made.fogRGBA[i] = model.vis.rgba.fog[i];
      made.shadowSize = model.vis.quality.shadowsize, made.offSamples = model.vis.quality.offsamples;
      made.offWidth = global.offwidth, made.offHeight = global.offheight;
      made.ntexture = std::min(model.ntex, kMaxTexture), made.nskin = model.nskin;
      box->offscreen.resize(global.offwidth, global.offheight);
    } else {
      box->offscreen.resize(1, 1);
    }
    const std::lock_guard lock(contexts().mutex);
    c = made;
    contexts().all[con] = std::move(box);
    latest() = con;
  });
}

CORTEN_API void mjr_changeFont(int fontscale, mjrContext* con) {
  perform("mjr_changeFont", [=] { box_of(con), set_font(fontscale, *con); });
}

CORTEN_API void mjr_resizeOffscreen(int width, int height, mjrContext* con) {
  perform("mjr_resizeOffscreen", [=] {
    box_of(con).offscreen.resize(width, height);
    con->offWidth = width, con->offHeight = height;
  });
}

namespace {

int aux_index(int index) {
  if (index < 0 || index >= kMaxAux) throw Problem("there is no auxiliary buffer " + std::to_string(index));
  return index;
}

// Assets of the model anew.
void upload(const char* function, const mjModel* m, const mjrContext* con, int id, int Sizes::*size) {
  perform(function, [=] {
    ContextBox& box = box_of(con);
    const Model& model = model_of(m);
    if (id < 0 || id >= model.sizes().*size) throw Problem("there is no asset " + std::to_string(id));
    box.renderer.reset();
    box.model = std::make_unique<Model>(model);
  });
}

}  // namespace

CORTEN_API void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid) {
  upload("mjr_uploadTexture", m, con, texid, &Sizes::ntex);
}
CORTEN_API void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid) {
  upload("mjr_uploadMesh", m, con, meshid, &Sizes::nmesh);
}
CORTEN_API void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid) {
  upload("mjr_uploadHField", m, con, hfieldid, &Sizes::nhfield);
}

// ---- buffers ----
CORTEN_API void mjr_addAux(int index, int width, int height, int samples, mjrContext* con) {
  perform("mjr_addAux", [=] {
    box_of(con).aux[aux_index(index)].resize(width, height);
    con->auxWidth[index] = width, con->auxHeight[index] = height, con->auxSamples[index] = samples;
  });
}

// There is only the offscreen buffer: a window is not available.
CORTEN_API void mjr_setBuffer(int framebuffer, mjrContext* con) {
  perform("mjr_setBuffer", [=] {
    box_of(con).current_aux = -1;
    if (framebuffer != 0 && framebuffer != 1)
      throw Problem("no buffer has the number " + std::to_string(framebuffer));
    con->currentBuffer = 1;
  });
}
CORTEN_API void mjr_restoreBuffer(const mjrContext* con) {
  perform("mjr_restoreBuffer", [=] { box_of(con).current_aux = -1; });
}
CORTEN_API void mjr_setAux(int index, const mjrContext* con) {
  perform("mjr_setAux", [=] {
    ContextBox& box = box_of(con);
    if (!box.aux[aux_index(index)].width) throw Problem("mjr_addAux has to be called first");
    box.current_aux = index;
  });
}

CORTEN_API mjrRect mjr_maxViewport(const mjrContext* con) {
  return answer("mjr_maxViewport", [=] {
    const PixelBuffer& buffer = box_of(con).current();
    return mjrRect{0, 0, buffer.width, buffer.height};
  });
}

// ---- pixels ----
namespace {

// fn(pixel of the buffer, pixel of the caller's rows) for the part of the rectangle that exists
template <class Fn>
void for_pixels(const mjrRect& rect, const PixelBuffer& buffer, Fn&& fn) {
  const mjrRect part = clipped(rect, buffer);
  for (int y = 0; y < part.height; ++y)
    for (int x = 0; x < part.width; ++x)
      fn(buffer.row(part.bottom + y) + count(part.left + x),
         count(part.bottom - rect.bottom + y) * count(rect.width) + count(part.left - rect.left + x));
}

}  // namespace

CORTEN_API void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport, const mjrContext* con) {
  perform("mjr_readPixels", [=] {
    const PixelBuffer& buffer = box_of(con).current();
    constexpr int kZeroFar = 1;
    const bool reversed = con->readDepthMap == kZeroFar;
    for_pixels(viewport, buffer, [&](std::size_t from, std::size_t to) {
      if (rgb) std::copy_n(buffer.rgb.begin() + static_cast<std::ptrdiff_t>(3 * from), 3, rgb + 3 * to);
      if (depth) depth[to] = reversed ? 1 - buffer.depth[from] : buffer.depth[from];
    });
  });
}

CORTEN_API void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                               const mjrContext* con) {
  perform("mjr_drawPixels", [=] {
    PixelBuffer& buffer = box_of(con).current();
    for_pixels(viewport, buffer, [&](std::size_t to, std::size_t from) {
      if (rgb) std::copy_n(rgb + 3 * from, 3, buffer.rgb.begin() + static_cast<std::ptrdiff_t>(3 * to));
      if (depth) buffer.depth[to] = depth[from];
    });
  });
}

namespace {

void blit(const PixelBuffer& from, const mjrRect& src, PixelBuffer& to, const mjrRect& dst, bool color,
          bool depth) {
  if (src.width <= 0 || src.height <= 0 || dst.width <= 0 || dst.height <= 0) return;
  const PixelBuffer copy = from;  // source and target may be one
  const mjrRect part = clipped(dst, to);
  for (int y = 0; y < part.height; ++y)
    for (int x = 0; x < part.width; ++x) {
      const int sx =
          src.left + static_cast<int>(std::int64_t{part.left - dst.left + x} * src.width / dst.width);
      const int sy =
          src.bottom + static_cast<int>(std::int64_t{part.bottom - dst.bottom + y} * src.height / dst.height);
      if (sx < 0 || sy < 0 || sx >= copy.width || sy >= copy.height) continue;
      const std::size_t a = copy.row(sy) + count(sx), b = to.row(part.bottom + y) + count(part.left + x);
      if (color)
        std::copy_n(copy.rgb.begin() + static_cast<std::ptrdiff_t>(3 * a), 3,
                    to.rgb.begin() + static_cast<std::ptrdiff_t>(3 * b));
      if (depth) to.depth[b] = copy.depth[a];
    }
}

}  // namespace

// From the buffer to the window and back: without a window, within the buffer.
CORTEN_API void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth,
                               const mjrContext* con) {
  perform("mjr_blitBuffer", [=] {
    PixelBuffer& buffer = box_of(con).offscreen;
    blit(buffer, src, buffer, dst, flg_color != 0, flg_depth != 0);
  });
}
CORTEN_API void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con) {
  perform("mjr_blitAux", [=] {
    ContextBox& box = box_of(con);
    blit(box.aux[aux_index(index)], src, box.offscreen, {left, bottom, src.width, src.height}, true, false);
  });
}

CORTEN_API void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a) {
  perform("mjr_rectangle", [=] {
    ContextBox* box = latest_context();
    if (!box) throw Problem("no mjrContext was made on this thread");
    const float rgba[4] = {r, g, b, a};
    fill(box->current(), viewport, rgba);
  });
}

CORTEN_API void mjr_finish() {}
CORTEN_API int mjr_getError() { return 0; }

// The last rectangle under a point, −1 if none is.
CORTEN_API int mjr_findRect(int x, int y, int nrect, const mjrRect* rect) {
  return answer("mjr_findRect", [=] {
    for (int i = 0; i < nrect; ++i) {
      const mjrRect& r = given(rect, "rect")[i];
      if (x >= r.left && x < r.left + r.width && y >= r.bottom && y < r.bottom + r.height) return i;
    }
    return -1;
  });
}

// ---- scenes ----
namespace {

Vec3<Real> to_real(const Vec3<float>& v) { return {v[0], v[1], v[2]}; }

viewer::View view_of(const mjvScene& scn, int width, int height) {
  const mjvGLCamera &a = scn.camera[0], &b = scn.camera[1];
  const auto middle = [&](float mjvGLCamera::*f) { return 0.5 * (Real(a.*f) + Real(b.*f)); };
  viewer::View view;
  view.pos = (to_real(a.pos) + to_real(b.pos)) * 0.5;
  view.forward = unit(to_real(a.forward) + to_real(b.forward));
  view.up = to_real(a.up) + to_real(b.up);
  view.up = unit(view.up - view.forward * dot(view.up, view.forward));
  view.right = cross(view.forward, view.up);
  view.znear = middle(&mjvGLCamera::frustum_near), view.zfar = middle(&mjvGLCamera::frustum_far);
  view.orthographic = a.orthographic != 0;
  if (!(view.znear > 0)) throw Problem("the scene has no camera yet; call mjv_updateScene first");
  const Real scale = view.orthographic ? 1 : 1 / view.znear;  // to the image one metre away
  view.top_edge = middle(&mjvGLCamera::frustum_top) * scale;
  view.bottom_edge = middle(&mjvGLCamera::frustum_bottom) * scale;
  const Real half = middle(&mjvGLCamera::frustum_width) * scale,
             center = middle(&mjvGLCamera::frustum_center) * scale;
  if (half > 0) view.fits_image = false, view.left_edge = center - half, view.right_edge = center + half;
  view.fit(width, height);
  return view;
}

viewer::Light light_of(const mjvLight& source) {
  viewer::Light light;
  light.type = source.headlight ? int{mjLIGHT_DIRECTIONAL} : source.type;
  light.pos = to_real(source.pos), light.dir = to_real(source.dir);
  if (light.type == mjLIGHT_SPOT)
    light.attenuation = source.attenuation, light.cutoff = source.cutoff, light.exponent = source.exponent;
  light.ambient = source.ambient, light.diffuse = source.diffuse, light.specular = source.specular;
  light.castshadow = source.castshadow != 0;
  return light;
}

Vec3<float> point_at(const float* numbers, std::size_t i) {
  return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

viewer::MovingSurface skin_of(const Model& m, const mjvScene& scn, int skin) {
  const std::vector<viewer::SurfaceCorner> corners = viewer::skin_corners(m, skin);
  std::vector<viewer::TriangleCorners> faces(corners.size() / 3);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::size_t vertex = count(scn.skinvertadr[skin]) + count(corners[i].vertex);
    viewer::TriangleCorners& face = faces[i / 3];
    face.vert[i % 3] = point_at(scn.skinvert, vertex), face.normal[i % 3] = point_at(scn.skinnormal, vertex);
    face.texcoord[i % 3] = corners[i].texcoord;
  }
  return {std::make_unique<viewer::TriangleSurface>(std::move(faces)), {}};
}

viewer::MovingSurface flex_of(const Model& m, const mjvScene& scn, int flex) {
  std::vector<viewer::TriangleCorners> faces(count(scn.flexfaceused[flex]));
  for (std::size_t i = 0; i < faces.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = count(scn.flexfaceadr[flex]) + i;
      faces[i].vert[k] = point_at(scn.flexface, 3 * at + k),
      faces[i].normal[k] = point_at(scn.flexnormal, 3 * at + k);
      faces[i].texcoord[k] = {scn.flextexcoord[6 * at + 2 * k], scn.flextexcoord[6 * at + 2 * k + 1]};
    }
  viewer::MovingSurface surface;
  const bool hidden = scn.flexskinopt && m.flex_dim[flex] != 1;
  if (!faces.empty()) surface.triangles = std::make_unique<viewer::TriangleSurface>(std::move(faces));
  if (hidden) return surface;
  const Real radius = m.flex_radius[flex];
  const auto vertex = [&](int i) {
    return to_real(point_at(scn.flexvert, count(scn.flexvertadr[flex] + i)));
  };
  for (int i = 0; scn.flexedgeopt && i < scn.flexedgenum[flex]; ++i) {
    const int* edge = scn.flexedge + 2 * (scn.flexedgeadr[flex] + i);
    surface.links.push_back(viewer::cable_link(radius, vertex(edge[0]), vertex(edge[1])));
  }
  for (int i = 0; scn.flexvertopt && i < scn.flexvertnum[flex]; ++i) {
    viewer::Drawn ball;
    ball.pos = vertex(i), ball.size = {radius, radius, radius};
    surface.links.push_back(ball);
  }
  return surface;
}

viewer::Renderer::Composition composition_of(const Model& m, const mjvScene& scn, int width, int height) {
  viewer::Renderer::Composition made;
  made.view = view_of(scn, width, height);
  for (int i = 0; i < std::clamp(scn.nlight, 0, kMaxLight); ++i)
    made.lights.push_back(light_of(scn.lights[i]));
  if (scn.nskin == m.nskin)
    for (int i = 0; i < m.nskin; ++i) made.skins.push_back(skin_of(m, scn, i));
  if (scn.nflex == m.nflex)
    for (int i = 0; i < m.nflex; ++i) made.flexes.push_back(flex_of(m, scn, i));
  return made;
}

// One more than the place of a thing in the three bytes of a pixel, or a colour of its own.
void put_index_colors(std::span<const int> index, bool plain, std::span<unsigned char> rgb) {
  for (std::size_t i = 0; i < index.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(index[i] + 1);
    const std::uint32_t color = plain || !id ? id : id * 2654435761U >> 8;
    for (int k = 0; k < 3; ++k) rgb[3 * i + count(k)] = static_cast<unsigned char>(color >> (8 * k));
  }
}

float gl_depth(float distance, const viewer::View& view) {
  const Real near = view.znear, far = view.zfar, z = std::clamp<Real>(distance, near, far);
  return static_cast<float>(view.orthographic ? (z - near) / (far - near)
                                              : far * (z - near) / (z * (far - near)));
}

void take_picture(ContextBox& box, const mjrRect& viewport, const mjvScene& scn) {
  const int width = viewport.width, height = viewport.height;
  if (!box.renderer) box.renderer = std::make_unique<viewer::Renderer>(*box.model, width, height);
  viewer::Renderer& renderer = *box.renderer;
  renderer.resize(width, height);
  const byte* on = scn.flags;
  renderer.set_effects({on[mjRND_SHADOW] != 0, on[mjRND_REFLECTION] != 0, on[mjRND_SKYBOX] != 0,
                        on[mjRND_FOG] != 0, on[mjRND_HAZE] != 0});
  renderer.show(composition_of(*box.model, scn, width, height), {scn.geoms, count(scn.ngeom)});
  const std::size_t pixels = count(width) * count(height);
  std::vector<unsigned char> rgb(3 * pixels);
  std::vector<float> depth(pixels);
  renderer.render_depth(depth);
  if (on[mjRND_SEGMENT]) {
    std::vector<int> index(pixels);
    renderer.render_index(index);
    put_index_colors(index, on[mjRND_IDCOLOR] != 0, rgb);
  } else {
    renderer.render_rgb(rgb);
  }
  const viewer::View& view = renderer.scene().view;
  for_pixels(viewport, box.current(), [&](std::size_t to, std::size_t place) {
    const std::size_t from = (count(height) - 1 - place / count(width)) * count(width) + place % count(width);
    std::copy_n(rgb.begin() + static_cast<std::ptrdiff_t>(3 * from), 3,
                box.current().rgb.begin() + static_cast<std::ptrdiff_t>(3 * to));
    box.current().depth[to] = gl_depth(depth[from], view);
  });
}

}  // namespace

CORTEN_API void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con) {
  perform("mjr_render", [=] {
    ContextBox& box = box_of(con);
    const mjvScene& scene = *given(scn, "scn");
    if (viewport.width <= 0 || viewport.height <= 0) return;
    if (viewport.height > kMostPixels / viewport.width) throw Problem("the viewport is too large");
    if (!box.model) throw Problem("the mjrContext was made without a model");
    if (scene.ngeom < 0 || scene.ngeom > scene.maxgeom) throw Problem("ngeom is out of range");
    take_picture(box, viewport, scene);
  });
}

}  // namespace corten::capi
