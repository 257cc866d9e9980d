// Pictures for Python; cortenforge/renderer.py is the face of it.
#include "viewer/renderer.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstring>

#include "python/bindings/arguments.h"
#include "python/bindings/handles.h"
#include "python/bindings/visual_rows.h"
#include "viewer/picture_file.h"

namespace corten::python {
namespace {

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

viewer::Effects to_effects(const Bytes& rnd) {
  if (rnd.size() != mjNRNDFLAG) throw nb::value_error("flags have their number of elements");
  const std::uint8_t* on = rnd.data();
  return {on[mjRND_SHADOW] != 0, on[mjRND_REFLECTION] != 0, on[mjRND_SKYBOX] != 0, on[mjRND_FOG] != 0,
          on[mjRND_HAZE] != 0};
}

// Geoms as Python keeps them: rows of bytes.
std::span<const viewer::VisualGeom> to_geoms(const Bytes& rows) {
  if (rows.size() % sizeof(viewer::VisualGeom)) throw nb::value_error("geoms have the layout of MjvGeom");
  return {reinterpret_cast<const viewer::VisualGeom*>(rows.data()), rows.size() / sizeof(viewer::VisualGeom)};
}

// The first geoms of the scene, as many as there is room for; how many there were.
int copy_geoms(const RendererHandle& r, const Pixels<std::uint8_t>& rows) {
  const auto& geoms = r.renderer.geoms();
  const std::size_t bytes = std::min(rows.size(), geoms.size() * sizeof(viewer::VisualGeom));
  std::memcpy(rows.data(), geoms.data(), bytes);
  return static_cast<int>(geoms.size());
}

// Fills `out` without the interpreter lock.
template <class T, class Render>
void fill(RendererHandle& r, const Pixels<T>& out, int per_pixel, Render&& render) {
  const auto pixels =
      static_cast<std::size_t>(r.renderer.width()) * static_cast<std::size_t>(r.renderer.height());
  if (out.size() != pixels * static_cast<std::size_t>(per_pixel))
    throw nb::value_error("the array has one entry per pixel and channel");
  const std::span<T> span(out.data(), out.size());
  Interruption interruption;
  r.renderer.set_stop([&] { return interruption.pending(); });
  {
    const nb::gil_scoped_release release;
    (r.renderer.*render)(span);
  }
  r.renderer.set_stop({});
  interruption.raise();
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
          [](RendererHandle& r, const DataHandle& d, const Bytes& camera, const Bytes& option,
             const Bytes& perturb, int catmask) {
            const auto seen_by = from_row<viewer::Camera>(camera);
            auto shown = from_row<viewer::SceneOption>(option);
            shown.catmask = catmask;
            const auto pulled = from_row<viewer::Perturb>(perturb);
            nb::gil_scoped_release release;
            r.renderer.update_scene(*d, seen_by, shown, pulled);
          },
          nb::arg("data"), nb::arg("camera"), nb::arg("option"), nb::arg("perturb"), nb::arg("catmask"),
          "What the next pictures show, as the memory of MuJoCo's structs says.")
      .def(
          "set_effects", [](RendererHandle& r, const Bytes& rnd) { r.renderer.set_effects(to_effects(rnd)); },
          nb::arg("rnd"), "Shadows, mirror, sky, fog and haze by mjtRndFlag.")
      .def(
          "set_geoms", [](RendererHandle& r, const Bytes& rows) { r.renderer.set_geoms(to_geoms(rows)); },
          nb::arg("rows"), "The things in the picture, until the next update.")
      .def("copy_geoms", &copy_geoms, nb::arg("rows"), "The things in the picture, for Python.")
      .def(
          "resize", [](RendererHandle& r, int width, int height) { r.renderer.resize(width, height); },
          nb::arg("width"), nb::arg("height"), "Pictures of another size from here on.")
      .def_prop_ro("zclip",
                   [](RendererHandle& r) {
                     const viewer::View& view = r.renderer.scene().view;
                     return nb::make_tuple(view.znear, view.zfar);
                   })
      .def("render_index",
           [](RendererHandle& r, Pixels<int> out) { fill(r, out, 1, &viewer::Renderer::render_index); })
      .def("render_rgb", [](RendererHandle& r,
                            Pixels<std::uint8_t> out) { fill(r, out, 3, &viewer::Renderer::render_rgb); })
      .def("render_depth",
           [](RendererHandle& r, Pixels<float> out) { fill(r, out, 1, &viewer::Renderer::render_depth); })
      .def("render_segmentation", [](RendererHandle& r, Pixels<int> out) {
        fill(r, out, 2, &viewer::Renderer::render_segmentation);
      });
  m.attr("visual_geom_size") = sizeof(viewer::VisualGeom);
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
