// Pictures in tiles over threads. Colour has two passes: the middle of every pixel, then four more points
// where a pixel differs from its neighbours.
#include "viewer/renderer.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "viewer/label.h"
#include "viewer/shade.h"

namespace corten::viewer {
namespace {

constexpr int kTile = 16;                // [pixel]
constexpr float kVisible = 12.0F / 255;  // difference of colour that asks for more points

// Four points of a pixel no two of which share a row or column.
constexpr Real kPoints[4][2] = {{0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}};

struct Tile {
  int x0, y0, x1, y1;
};

int checked(int size) {
  if (size <= 0) throw std::invalid_argument("a picture needs a positive width and height");
  return size;
}

// what is not a number is black
unsigned char to_byte(float x) {
  return x > 0 ? static_cast<unsigned char>(std::min(x, 1.0F) * 255 + 0.5F) : 0;
}

// The rays of pixels. x and y are in pixels from the upper left corner.
struct Pixels {
  const View& view;
  int width, height;

  Ray ray(Real x, Real y) const { return view.ray(x / width, y / height); }
  PixelRays rays(Real x, Real y) const { return {ray(x, y), ray(x + 1, y), ray(x, y + 1)}; }
  float spread() const {
    if (view.orthographic) return 0;
    return static_cast<float>((view.top_edge - view.bottom_edge) / height);
  }
};

// Points seen in the middle of the pixels.
struct Middles {
  int width, height;
  std::vector<Seen> seen;

  Seen& at(int x, int y) { return seen[static_cast<std::size_t>(y * width + x)]; }
  const Seen& at(int x, int y) const { return seen[static_cast<std::size_t>(y * width + x)]; }

  bool differs(const Seen& a, int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const Seen& b = at(x, y);
    float difference = 0;
    for (int i = 0; i < 3; ++i) difference = std::max(difference, std::abs(a.color[i] - b.color[i]));
    return difference > kVisible;
  }
  bool at_edge(int x, int y) const {
    const Seen& a = at(x, y);
    return differs(a, x - 1, y) || differs(a, x + 1, y) || differs(a, x, y - 1) || differs(a, x, y + 1);
  }
};

}  // namespace

Renderer::Renderer(const Model& m, int width, int height, int threads)
    : m_(m),
      width_(checked(width)),
      height_(checked(height)),
      assets_(m),
      pool_(threads),
      tracer_(std::make_unique<Tracer>(scene_)) {}

void Renderer::resize(int width, int height) {
  width_ = checked(width);
  height_ = checked(height);
  scene_.view.fit(width, height);
}

void Renderer::update_scene(const Data& d, const Camera& camera, const SceneOption& option,
                            const Perturb& perturb) {
  scene_ = make_scene(m_, d, assets_, make_view(m_, d, camera, width_, height_), option);
  geoms_ = visual_geoms(m_, d, option, perturb);
  put_geoms(m_, assets_, geoms_, scene_);
  tracer_ = std::make_unique<Tracer>(scene_);
}

void Renderer::show(Composition&& composition, std::span<const VisualGeom> geoms) {
  scene_ = bare_scene(m_, assets_, composition.view);
  scene_.lights = std::move(composition.lights);
  scene_.skins = std::move(composition.skins), scene_.flexes = std::move(composition.flexes);
  geoms_.assign(geoms.begin(), geoms.end());
  put_geoms(m_, assets_, geoms_, scene_);
  tracer_ = std::make_unique<Tracer>(scene_);
}

void Renderer::set_geoms(std::span<const VisualGeom> geoms) {
  const bool same = geoms.size() == geoms_.size() &&
                    (geoms.empty() || std::memcmp(geoms.data(), geoms_.data(), geoms.size_bytes()) == 0);
  if (same) return;
  geoms_.assign(geoms.begin(), geoms.end());
  put_geoms(m_, assets_, geoms_, scene_);
  tracer_ = std::make_unique<Tracer>(scene_);
}

// Threads take tiles as they come; tiles do not touch each other, so the order does not show.
template <class Fn>
void Renderer::for_each_tile(Fn&& fn) {
  const int columns = (width_ + kTile - 1) / kTile;
  const int rows = (height_ + kTile - 1) / kTile;
  std::atomic<int> next{0};
  pool_.parallel_ranges(pool_.size(), [&](int, int, int) {
    for (int i = next++; i < columns * rows && !(stop_ && stop_()); i = next++) {
      const int x = i % columns * kTile;
      const int y = i / columns * kTile;
      fn(Tile{x, y, std::min(x + kTile, width_), std::min(y + kTile, height_)});
    }
  });
}

void Renderer::render_rgb(std::span<unsigned char> out) {
  scene_.effects = effects_;
  const Pixels pixels{scene_.view, width_, height_};
  Middles middles{width_, height_, std::vector<Seen>(out.size() / 3)};
  for_each_tile([&](const Tile& tile) {
    const Shader shader(scene_, *tracer_);
    std::vector<Hit> scratch;
    for (int y = tile.y0; y < tile.y1; ++y)
      for (int x = tile.x0; x < tile.x1; ++x)
        middles.at(x, y) = shader.look(pixels.rays(x + 0.5, y + 0.5), pixels.spread(), scratch);
  });
  for_each_tile([&](const Tile& tile) {
    const Shader shader(scene_, *tracer_);
    std::vector<Hit> scratch;
    for (int y = tile.y0; y < tile.y1; ++y)
      for (int x = tile.x0; x < tile.x1; ++x) {
        Rgb color = middles.at(x, y).color;
        if (middles.at_edge(x, y)) {
          color = {};
          for (const auto& point : kPoints)
            color += shader.look(pixels.rays(x + point[0], y + point[1]), pixels.spread(), scratch).color;
          color *= 0.25F;
        }
        for (int i = 0; i < 3; ++i) out[3 * static_cast<std::size_t>(y * width_ + x) + i] = to_byte(color[i]);
      }
  });
  draw_labels(geoms_, scene_.view, width_, height_, out);
}

// fn(pixel, hit) for the middle of every pixel; transparent things are as good as others.
template <class Fn>
void Renderer::for_each_hit(Fn&& fn) {
  const Pixels pixels{scene_.view, width_, height_};
  const View& view = scene_.view;
  for_each_tile([&](const Tile& tile) {
    for (int y = tile.y0; y < tile.y1; ++y)
      for (int x = tile.x0; x < tile.x1; ++x)
        fn(static_cast<std::size_t>(y * width_ + x),
           tracer_->nearest(pixels.ray(x + 0.5, y + 0.5), view.znear, view.zfar, Tracer::Seen::all));
  });
}

void Renderer::render_depth(std::span<float> out) {
  for_each_hit([&](std::size_t pixel, const Hit& hit) { out[pixel] = static_cast<float>(hit.t); });
}

void Renderer::render_index(std::span<int> out) {
  for_each_hit([&](std::size_t pixel, const Hit& hit) {
    out[pixel] = hit.hit() ? scene_.drawn[static_cast<std::size_t>(hit.drawn)].geom : -1;
  });
}

void Renderer::render_segmentation(std::span<int> out) {
  for_each_hit([&](std::size_t pixel, const Hit& hit) {
    const Drawn* seen = hit.hit() ? &scene_.drawn[static_cast<std::size_t>(hit.drawn)] : nullptr;
    out[2 * pixel] = seen ? seen->objid : -1;
    out[2 * pixel + 1] = seen ? seen->objtype : -1;
  });
}

Image Renderer::render() {
  Image image(width_, height_);
  render_rgb(image.rgb);
  return image;
}

}  // namespace corten::viewer
