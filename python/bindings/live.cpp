// A simulation on a page in the browser, steered by a program: the engine under mujoco.viewer.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "corten/base/whole_file.h"
#include "python/bindings/arguments.h"
#include "python/bindings/handles.h"
#include "python/bindings/visual_rows.h"
#include "viewer/live_view.h"
#include "viewer/page_server.h"
#include "viewer/perturb.h"
#include "viewer/recording.h"

namespace corten::python {
namespace {

using namespace corten::viewer;

// Server, view and the model they were made for, in one life.
struct PyLive {
  std::shared_ptr<Model> model;
  PageServer server;
  LiveView view;

  PyLive(const ModelHandle& m, const std::string& name, const std::string& host, int port)
      : model(m.object), server(ServerOptions{host, port}), view(server, *m, name) {}

  void check(const DataHandle& d) const {
    if (!(d.model->sizes() == model->sizes()))
      throw nb::value_error("the data belongs to a model of other sizes");
  }
};

struct PyRecording {
  std::shared_ptr<Model> model;
  Recording recording;

  PyRecording(const ModelHandle& m, const std::string& name, const std::vector<std::string>& fields,
              const Bytes& option)
      : model(m.object), recording(*m, name, fields, from_row<SceneOption>(option)) {}
};

void bind_view(nb::module_& m) {
  nb::class_<PyLive>(m, "Live", "A page in the browser that shows a simulation and steers it.")
      .def(nb::init<const ModelHandle&, const std::string&, const std::string&, int>(), nb::arg("model"),
           nb::arg("name"), nb::arg("host") = "127.0.0.1", nb::arg("port") = 0)
      .def_prop_ro("url", [](const PyLive& v) { return v.server.url(); })
      .def_prop_ro("clients", [](const PyLive& v) { return v.server.clients(); })
      .def_prop_ro("seconds_alone", [](const PyLive& v) { return v.server.seconds_alone(); })
      .def_prop_rw(
          "paused", [](const PyLive& v) { return v.view.paused(); },
          [](PyLive& v, bool on) { v.view.pause(on); })
      .def_prop_ro("speed", [](const PyLive& v) { return v.view.speed(); })
      .def("take_steps", [](PyLive& v) { return v.view.take_steps(); })
      .def("take_keys", [](PyLive& v) { return v.view.take_keys(); })
      .def("say", [](PyLive& v, const std::string& text) { v.view.say(text); })
      .def("apply_commands",
           [](PyLive& v, DataHandle& d) {
             v.check(d);
             const nb::gil_scoped_release release;
             v.view.apply_commands(*v.model, *d);
           })
      .def("apply_perturbation",
           [](const PyLive& v, DataHandle& d) {
             v.check(d);
             v.view.apply_perturbation(*v.model, *d);
           })
      .def("remember",
           [](PyLive& v, const DataHandle& d) {
             v.check(d);
             v.view.remember(*v.model, *d);
           })
      .def("pause_when_bad",
           [](PyLive& v, const DataHandle& d) {
             v.check(d);
             v.view.pause_when_bad(*v.model, *d);
           })
      .def(
          "set_worlds",
          [](PyLive& v, DataHandle& scratch,
             const nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>& qpos) {
            v.check(scratch);
            v.view.set_worlds(*v.model, *scratch, {qpos.data(), qpos.size()});
          },
          "Other worlds beside this one, a row of qpos each.")
      .def_prop_ro("world", [](const PyLive& v) { return v.view.world(); })
      .def("set_option", [](PyLive& v, const Bytes& row) { v.view.set_option(from_row<SceneOption>(row)); })
      .def("get_option", [](const PyLive& v, const OutBytes& row) { to_row(v.view.option, row); })
      .def("set_camera", [](PyLive& v, const Bytes& row) { v.view.set_camera(from_row<Camera>(row)); })
      .def("get_camera", [](const PyLive& v, const OutBytes& row) { to_row(v.view.camera(), row); })
      .def("set_perturb", [](PyLive& v, const Bytes& row) { v.view.perturb = from_row<Perturb>(row); })
      .def("get_perturb", [](const PyLive& v, const OutBytes& row) { to_row(v.view.perturb, row); })
      .def(
          "set_model", [](PyLive& v) { v.view.set_model(*v.model); }, "Sends the model again, as it is now.")
      .def(
          "publish",
          [](PyLive& v, const DataHandle& d, const Bytes& geoms) {
            v.check(d);
            if (geoms.size() % sizeof(VisualGeom)) throw nb::value_error("geoms have the layout of MjvGeom");
            v.view.user_geoms.resize(geoms.size() / sizeof(VisualGeom));
            std::memcpy(v.view.user_geoms.data(), geoms.data(), geoms.size());
            const nb::gil_scoped_release release;
            v.view.publish(*v.model, *d);
          },
          "Sends the moment, with these geoms of the program's own.");
}

void bind_perturb(nb::module_& m) {
  m.def("init_perturb", [](const ModelHandle& model, const DataHandle& d, const OutBytes& row) {
    auto perturb = from_row<Perturb>(Bytes(row));
    init_perturb(*model, *d, perturb);
    to_row(perturb, row);
  });
  m.def("apply_perturb_force", [](const ModelHandle& model, DataHandle& d, const Bytes& row) {
    apply_perturb_force(*model, *d, from_row<Perturb>(row));
  });
  m.def("apply_perturb_pose", [](const ModelHandle& model, DataHandle& d, const Bytes& row, bool paused) {
    apply_perturb_pose(*model, *d, from_row<Perturb>(row), paused);
  });
}

void bind_recording(nb::module_& m) {
  nb::class_<PyRecording>(m, "Recording", "Moments of simulations of one model, for one HTML file.")
      .def(nb::init<const ModelHandle&, const std::string&, const std::vector<std::string>&, const Bytes&>(),
           nb::arg("model"), nb::arg("name"), nb::arg("fields"), nb::arg("option"))
      .def("add_track", [](PyRecording& r, const std::string& name) { return r.recording.add_track(name); })
      .def("take",
           [](PyRecording& r, int track, const DataHandle& d) {
             if (!(d.model->sizes() == r.model->sizes()))
               throw nb::value_error("the data belongs to a model of other sizes");
             r.recording.take(track, *d);
           })
      .def("html", [](const PyRecording& r) { return r.recording.html(); })
      .def("write",
           [](const PyRecording& r, const std::string& path) { write_whole_file(path, r.recording.html()); });
}

}  // namespace

void bind_live(nb::module_& m) {
  bind_view(m);
  bind_perturb(m);
  bind_recording(m);
}

}  // namespace corten::python
