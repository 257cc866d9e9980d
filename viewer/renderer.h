// Takes pictures of a simulation without a graphics card: colour, depth or what is where.
#pragma once

#include <functional>
#include <span>
#include <utility>

#include "corten/base/thread_pool.h"
#include "viewer/assets.h"
#include "viewer/image.h"
#include "viewer/scene.h"
#include "viewer/trace.h"
#include "viewer/visual_scene.h"

namespace corten::viewer {

class Renderer {
 public:
  // Keeps a reference to the model. Throws std::invalid_argument for a size that is not positive. threads: 0
  // takes one per processor; the picture is the same on any number.
  Renderer(const Model& m, int width, int height, int threads = 0);

  int width() const { return width_; }
  int height() const { return height_; }
  const Scene& scene() const { return scene_; }

  // Pictures of another size from here on, of the same scene.
  void resize(int width, int height);

  // What the next pictures show; nothing of `d` is kept.
  void update_scene(const Data& d, const Camera& camera, const SceneOption& option = {},
                    const Perturb& perturb = {});
  // The same of a picture that somebody else put together.
  struct Composition {
    View view;
    std::vector<Light> lights;
    std::vector<MovingSurface> skins, flexes;  // by id
  };
  void show(Composition&& composition, std::span<const VisualGeom> geoms);
  // The things in it. A user may change them, and add more: what is set here is shown until the next update.
  const std::vector<VisualGeom>& geoms() const { return geoms_; }
  void set_geoms(std::span<const VisualGeom> geoms);

  // Asked before every part of a picture, from any thread: true leaves the rest as it is.
  void set_stop(std::function<bool()> stop) { stop_ = std::move(stop); }

  // How the pictures from here on show it.
  void set_effects(const Effects& effects) { effects_ = effects; }

  // Pixels row after row from the top; the spans have exactly their number of elements (three bytes, one
  // distance, one or two numbers per pixel).
  void render_rgb(std::span<unsigned char> out);
  void render_depth(std::span<float> out);       // along the view [m]; the far plane where nothing is
  void render_index(std::span<int> out);         // thing in geoms(); −1 where nothing is
  void render_segmentation(std::span<int> out);  // id and mjtObj of the object; −1 −1 where nothing is

  Image render();

 private:
  template <class Fn>
  void for_each_tile(Fn&& fn);
  template <class Fn>
  void for_each_hit(Fn&& fn);

  const Model& m_;
  int width_, height_;
  Assets assets_;
  ThreadPool pool_;
  Scene scene_;
  std::vector<VisualGeom> geoms_;
  Effects effects_;
  std::function<bool()> stop_;
  std::unique_ptr<Tracer> tracer_;
};

}  // namespace corten::viewer
