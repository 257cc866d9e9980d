// Worlds that step together: states and watched numbers of all of them as arrays.
#include "corten/batch/worlds.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>

#include "python/bindings/arguments.h"
#include "python/bindings/handles.h"
#include "python/bindings/plugins.h"

namespace corten::python {
namespace {

using Matrix = nb::ndarray<nb::numpy, Real, nb::ndim<2>>;
using Mask = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Part = std::tuple<std::string, int, int, Real, Real>;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

// Worlds with the model they need.
struct PyWorlds {
  std::shared_ptr<Model> model;
  std::unique_ptr<Worlds> own;
  Worlds& worlds;

  PyWorlds(const ModelHandle& m, int nworld, int nthread, bool computed_together)
      : model(checked(m, computed_together)), own(make(m, nworld, nthread)), worlds(*own) {}

  static std::shared_ptr<Model> checked(const ModelHandle& m, bool computed_together) {
    const std::string plugin = python_plugin_of(*m);
    if (!computed_together && !plugin.empty())
      throw nb::value_error(("worlds step without the interpreter, but plugin '" + plugin +
                             "' is written in Python: give it compute_worlds and use "
                             "cortenforge.plugin.worlds, use mujoco.rollout, or write it in C++")
                                .c_str());
    return m.object;
  }

  static std::unique_ptr<Worlds> make(const ModelHandle& m, int nworld, int nthread) {
    const PluginMaking making = PluginMaking::for_worlds();
    return std::make_unique<Worlds>(*m, checked(nworld), nthread);
  }

  static int checked(int nworld) {
    if (nworld < 1) throw nb::value_error("there must be at least one world");
    return nworld;
  }
};

// Memory of the worlds, kept alive by their Python object.
Matrix matrix(nb::handle owner, std::span<Real> rows, int nworld) {
  const std::size_t shape[] = {count(nworld), rows.size() / count(nworld)};
  return Matrix(rows.data(), 2, shape, owner);
}

Matrix watch(nb::handle_t<PyWorlds> self, const std::vector<Part>& parts) {
  Worlds& worlds = nb::cast<PyWorlds&>(self).worlds;
  std::vector<ObservedPart> observed;
  for (const auto& [field, first, last, low, high] : parts)
    observed.push_back({field, first, last, low, high});
  return matrix(self, worlds.watch(std::move(observed)), worlds.size());
}

void step(PyWorlds& w, const MatIn& control, int nstep, const std::optional<Mask>& active,
          const std::optional<MatIn>& actuator, const std::optional<MatIn>& passive) {
  const std::span<const Real> rows =
      control.span(count(w.worlds.size()) * count(w.model->nu), "control (nworld, nu)");
  if (active && active->size() != count(w.worlds.size()))
    throw nb::type_error("active should have one entry per world");
  const std::span<const bool> mask =
      active ? std::span<const bool>(active->data(), active->size()) : std::span<const bool>();
  PluginForces forces;
  if (actuator && passive) {
    const Model& m = *w.model;
    forces.actuator = actuator->span(rows.size(), "actuator_force (nworld, nu)");
    forces.passive = passive->span(count(w.worlds.size()) * count(m.nplugin) * count(m.nv),
                                   "qfrc_passive (nworld, nplugin * nv)");
  }
  const nb::gil_scoped_release release;
  w.worlds.step(rows, nstep, mask, forces);
}

void reset(PyWorlds& w, const std::vector<int>& chosen, const MatIn& qpos, const MatIn& qvel) {
  for (const int world : chosen)
    if (world < 0 || world >= w.worlds.size()) throw nb::index_error("no such world");
  const auto position = qpos.span(chosen.size() * count(w.model->nq), "qpos (len(worlds), nq)");
  const auto velocity = qvel.span(chosen.size() * count(w.model->nv), "qvel (len(worlds), nv)");
  const nb::gil_scoped_release release;
  w.worlds.reset(chosen, position, velocity);
}

}  // namespace

void bind_worlds(nb::module_& m) {
  nb::class_<PyWorlds>(m, "Worlds", "Many worlds on one model that step together over all cores.")
      .def(nb::init<const ModelHandle&, int, int, bool>(), nb::arg("model"), nb::arg("nworld"),
           nb::arg("nthread") = 0, nb::arg("computed_together") = false)
      .def_prop_ro("nthread", [](const PyWorlds& w) { return w.worlds.threads(); })
      .def_prop_ro(
          "states",
          [](nb::handle_t<PyWorlds> self) {
            Worlds& worlds = nb::cast<PyWorlds&>(self).worlds;
            return matrix(self, worlds.states(), worlds.size());
          },
          "The state of every world (mjSTATE_INTEGRATION), a view.")
      .def("watch", watch, nb::arg("parts"),
           "A view with one row per world: numbers [first, last) of fields of Data, clipped, renewed by step "
           "and reset. parts: (field, first, last, low, high), last -1 for the end.")
      .def("step", step, nb::arg("control"), nb::arg("nstep") = 1, nb::arg("active") = nb::none(),
           nb::arg("actuator_force") = nb::none(), nb::arg("qfrc_passive") = nb::none(),
           "nstep steps of every active world with its row of control; the last two are forces of plugins in "
           "Python, one row per world.")
      .def("reset", reset, nb::arg("worlds"), nb::arg("qpos"), nb::arg("qvel"),
           "Chosen worlds start again at their rows of qpos and qvel.");
}

}  // namespace corten::python
