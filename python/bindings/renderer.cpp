// Pictures for Python; cortenforge/renderer.py is the face of it.
#include "viewer/renderer.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include "python/bindings/arguments.h"
#include "python/bindings/handles.h"
#include "viewer/picture_file.h"

namespace corten::python {
namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
template <class T>
using Pixels = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// Holds the model as long as the renderer looks at it.
struct RendererHandle {
  std::shared_ptr<Model> model;
  viewer::Renderer renderer;

  RendererHandle(const ModelHandle& m, int width, int height, int threads)
      : model(m.object), renderer(*m.object, width, height, threads) {}
};

viewer::Camera to_camera(int type, int fixedcamid, int trackbodyid, const InN<6>& place) {
  viewer::Camera camera;
  camera.type = static_cast<viewer::CameraType>(type);
  camera.fixedcamid = fixedcamid;
  camera.trackbodyid = trackbodyid;
  camera.lookat = {place[0], place[1], place[2]};
  camera.distance = place[3];
  camera.azimuth = place[4];
  camera.elevation = place[5];
  return camera;
}

void set_flags(viewer::SceneOption& o, const std::uint8_t* vis) {
  o.texture = vis[mjVIS_TEXTURE];
  o.joint = vis[mjVIS_JOINT];
  o.tendon = vis[mjVIS_TENDON];
  o.rangefinder = vis[mjVIS_RANGEFINDER];
  o.inertia = vis[mjVIS_INERTIA];
  o.com = vis[mjVIS_COM];
  o.contactpoint = vis[mjVIS_CONTACTPOINT];
  o.contactforce = vis[mjVIS_CONTACTFORCE];
  o.transparent = vis[mjVIS_TRANSPARENT];
  o.statics = vis[mjVIS_STATIC];
  o.skin = vis[mjVIS_SKIN];
  o.flex = vis[mjVIS_FLEXVERT] || vis[mjVIS_FLEXEDGE] || vis[mjVIS_FLEXFACE] || vis[mjVIS_FLEXSKIN];
}

// groups: rows of geoms, sites, joints, tendons, flexes, skins
viewer::SceneOption to_option(const Bytes& groups, int frame, const Bytes& vis) {
  if (groups.size() != 6 * kNGroup || vis.size() != mjNVISFLAG)
    throw nb::value_error("groups and flags have their numbers of elements");
  viewer::SceneOption o;
  viewer::SceneOption::Groups* rows[] = {&o.geomgroup,   &o.sitegroup, &o.jointgroup,
                                         &o.tendongroup, &o.flexgroup, &o.skingroup};
  for (int row = 0; row < 6; ++row) std::copy_n(groups.data() + row * kNGroup, kNGroup, rows[row]->begin());
  o.frame = frame;
  set_flags(o, vis.data());
  return o;
}

viewer::Effects to_effects(const Bytes& rnd) {
  if (rnd.size() != mjNRNDFLAG) throw nb::value_error("flags have their number of elements");
  const std::uint8_t* on = rnd.data();
  return {on[mjRND_SHADOW] != 0, on[mjRND_REFLECTION] != 0, on[mjRND_SKYBOX] != 0, on[mjRND_FOG] != 0,
          on[mjRND_HAZE] != 0};
}

// Rows of numbers: type, dataid, objtype, objid, decor; then size, pos, mat, rgba, emission, specular,
// shininess, reflectance.
std::vector<viewer::OwnGeom> to_geoms(const Rows<int>& ids, const Rows<Real>& reals) {
  constexpr std::size_t kIds = 5;
  constexpr std::size_t kReals = 23;
  if (ids.size() % kIds || reals.size() != ids.size() / kIds * kReals)
    throw nb::value_error("own geoms have 5 integers and 23 reals each");
  std::vector<viewer::OwnGeom> geoms(ids.size() / kIds);
  for (std::size_t i = 0; i < geoms.size(); ++i) {
    const int* id = ids.data() + kIds * i;
    const Real* x = reals.data() + kReals * i;
    viewer::OwnGeom& g = geoms[i];
    g.type = id[0];
    g.dataid = id[1];
    g.objtype = id[2];
    g.objid = id[3];
    g.decor = id[4] != 0;
    std::copy_n(x, 3, g.size.begin());
    std::copy_n(x + 3, 3, g.pos.begin());
    std::copy_n(x + 6, 9, g.mat.e);
    for (int k = 0; k < 4; ++k) g.surface.rgba[k] = static_cast<float>(x[15 + k]);
    g.surface.emission = static_cast<float>(x[19]);
    g.surface.specular = static_cast<float>(x[20]);
    g.surface.shininess = static_cast<float>(x[21]);
    g.surface.reflectance = static_cast<float>(x[22]);
  }
  return geoms;
}

// Fills `out` without the interpreter lock.
template <class T, class Render>
void fill(RendererHandle& r, const Pixels<T>& out, int per_pixel, Render&& render) {
  const auto pixels =
      static_cast<std::size_t>(r.renderer.width()) * static_cast<std::size_t>(r.renderer.height());
  if (out.size() != pixels * static_cast<std::size_t>(per_pixel))
    throw nb::value_error("the array has one entry per pixel and channel");
  const std::span<T> span(out.data(), out.size());
  nb::gil_scoped_release release;
  (r.renderer.*render)(span);
}

viewer::Image to_image(const Bytes& pixels) {
  if (pixels.ndim() != 3 || pixels.shape(2) != 3)
    throw nb::value_error("a picture has the shape (height, width, 3)");
  viewer::Image image(static_cast<int>(pixels.shape(1)), static_cast<int>(pixels.shape(0)));
  std::copy_n(pixels.data(), pixels.size(), image.rgb.begin());
  return image;
}

struct MovieHandle {
  std::unique_ptr<viewer::Movie> movie;
  int width, height;

  MovieHandle(const std::string& path, int w, int h, double fps)
      : movie(viewer::make_movie(path, w, h, fps)), width(w), height(h) {}
  void add(const Bytes& pixels) {
    const viewer::Image image = to_image(pixels);
    if (image.width != width || image.height != height)
      throw nb::value_error("all frames of a moving picture have one size");
    movie->add(image);
  }
};

}  // namespace

void bind_renderer(nb::module_& m) {
  nb::class_<RendererHandle>(m, "Renderer", "Takes pictures of a simulation without a graphics card.")
      .def(nb::init<const ModelHandle&, int, int, int>(), nb::arg("model"), nb::arg("width"),
           nb::arg("height"), nb::arg("threads"))
      .def(
          "update_scene",
          [](RendererHandle& r, const DataHandle& d, int type, int fixedcamid, int trackbodyid,
             const InN<6>& place, const Bytes& groups, int frame, const Bytes& vis) {
            const viewer::Camera camera = to_camera(type, fixedcamid, trackbodyid, place);
            const viewer::SceneOption option = to_option(groups, frame, vis);
            nb::gil_scoped_release release;
            r.renderer.update_scene(*d, camera, option);
          },
          nb::arg("data"), nb::arg("type"), nb::arg("fixedcamid"), nb::arg("trackbodyid"), nb::arg("place"),
          nb::arg("groups"), nb::arg("frame"), nb::arg("vis"),
          "What the next pictures show; place: lookat, distance, azimuth, elevation.")
      .def(
          "set_effects", [](RendererHandle& r, const Bytes& rnd) { r.renderer.set_effects(to_effects(rnd)); },
          nb::arg("rnd"), "Shadows, mirror, sky, fog and haze by mjtRndFlag.")
      .def(
          "set_own_geoms",
          [](RendererHandle& r, const Rows<int>& ids, const Rows<Real>& reals) {
            r.renderer.set_own_geoms(to_geoms(ids, reals));
          },
          nb::arg("ids"), nb::arg("reals"), "Things of the user's own, until the next update.")
      .def(
          "resize", [](RendererHandle& r, int width, int height) { r.renderer.resize(width, height); },
          nb::arg("width"), nb::arg("height"), "Pictures of another size from here on.")
      .def(
          "objects",
          [](RendererHandle& r) {
            nb::list objects;
            for (const viewer::Drawn& drawn : r.renderer.scene().drawn)
              objects.append(nb::make_tuple(drawn.objid, drawn.objtype));
            return objects;
          },
          "Id and mjtObj of everything drawn.")
      .def_prop_ro("zclip",
                   [](RendererHandle& r) {
                     const viewer::View& view = r.renderer.scene().view;
                     return nb::make_tuple(view.znear, view.zfar);
                   })
      .def("render_index",
           [](RendererHandle& r, Pixels<int> out) { fill(r, out, 1, &viewer::Renderer::render_index); })
      .def_prop_ro("ngeom", [](RendererHandle& r) { return r.renderer.scene().drawn.size(); })
      .def("render_rgb", [](RendererHandle& r,
                            Pixels<std::uint8_t> out) { fill(r, out, 3, &viewer::Renderer::render_rgb); })
      .def("render_depth",
           [](RendererHandle& r, Pixels<float> out) { fill(r, out, 1, &viewer::Renderer::render_depth); })
      .def("render_segmentation", [](RendererHandle& r, Pixels<int> out) {
        fill(r, out, 2, &viewer::Renderer::render_segmentation);
      });
  nb::class_<MovieHandle>(m, "Movie", "A moving picture that is being written.")
      .def(nb::init<const std::string&, int, int, double>(), nb::arg("path"), nb::arg("width"),
           nb::arg("height"), nb::arg("fps"))
      .def("add", &MovieHandle::add, nb::arg("pixels"), "The next frame.")
      .def(
          "finish", [](MovieHandle& h) { h.movie->finish(); }, "Completes the file.");
  m.def(
      "write_png",
      [](const std::string& path, const Bytes& pixels) { viewer::write_png(path, to_image(pixels)); },
      nb::arg("path"), nb::arg("pixels"), "Writes a picture of the shape (height, width, 3).");
}

}  // namespace corten::python
