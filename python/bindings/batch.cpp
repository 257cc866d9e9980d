// Many worlds at once: rollouts over a crew of threads, under the names of MuJoCo's native rollout module.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "corten/batch/rollout.h"
#include "corten/model/state.h"
#include "python/bindings/arguments.h"
#include "python/bindings/callbacks.h"
#include "python/bindings/client_texts.h"
#include "python/bindings/handles.h"
#include "python/bindings/option_checks.h"

namespace corten::python {
namespace {

using Input = std::optional<Memory<const Real>>;
using Output = std::optional<Memory<Real>>;

[[noreturn]] void refuse(const std::string& message) { throw nb::value_error(message.c_str()); }

template <class Scalar>
std::span<Scalar> sized(const std::optional<Memory<Scalar>>& array, const char* name, std::size_t size) {
  if (!array) return {};
  if (array->size() != size)
    refuse(std::string(name) + " needs " + std::to_string(size) + " numbers, the array has " +
           std::to_string(array->size()));
  return {static_cast<Scalar*>(array->data()), size};
}

// What a Rollout object holds: without threads everything runs on the caller's.
class PyRollout {
 public:
  explicit PyRollout(int nthread) : nthread_(nthread), crew_(std::max(1, nthread)) {}

  void rollout(const std::vector<PyModel>& model, const std::vector<PyData>& data, int nstep,
               int control_spec, const Memory<const Real>& state0, const Input& warmstart0,
               const Input& control, const Output& state, const Output& sensordata,
               std::optional<int> chunk_size) {
    check(model, data, nstep, control_spec, state0, chunk_size);
    const Model& m = *nb::cast<const ModelHandle&>(model[0]);
    RolloutArrays a{static_cast<int>(state0.shape(0)), nstep, control_spec, {}, {}, {}, {}, {}};
    const auto nbatch = static_cast<std::size_t>(a.nbatch);
    const auto rows = nbatch * static_cast<std::size_t>(nstep);
    const auto width = [&](int spec) { return static_cast<std::size_t>(state_size(m, spec)); };
    a.initial_state = sized(Input(state0), "state0", nbatch * width(mjSTATE_FULLPHYSICS));
    a.initial_warmstart = sized(warmstart0, "warmstart0", nbatch * static_cast<std::size_t>(m.nv));
    a.control = sized(control, "control", rows * width(control_spec));
    a.state = sized(state, "state", rows * width(mjSTATE_FULLPHYSICS));
    a.sensordata = sized(sensordata, "sensordata", rows * static_cast<std::size_t>(m.nsensordata));
    run(model, data, a, chunk_size.value_or(default_chunk(a.nbatch, nthread_)));
  }

 private:
  void check(const std::vector<PyModel>& model, const std::vector<PyData>& data, int nstep, int control_spec,
             const Memory<const Real>& state0, std::optional<int> chunk_size) const {
    if (data.size() > 1 && nthread_ == 0) refuse(client_text::kOneThread);
    if (static_cast<int>(data.size()) != crew_.size())
      refuse(client_text::data_per_thread(data.size(), crew_.size()));
    if (state0.ndim() == 0 || state0.shape(0) > std::numeric_limits<int>::max())
      refuse("state0 should be of shape (nbatch, nstate)");
    if (model.empty() || model.size() != state0.shape(0))
      refuse("there are " + std::to_string(model.size()) + " models for " + std::to_string(state0.shape(0)) +
             " initial states");
    if (nstep < 0) refuse("nstep should not be negative");
    if (chunk_size && *chunk_size < 1) refuse("chunk_size should be positive");
    if (!valid_state_signature(control_spec)) refuse("control_spec is not a state specification");
    check_sizes(model, data);
  }

  static void check_sizes(const std::vector<PyModel>& model, const std::vector<PyData>& data) {
    const Sizes& sizes = (*nb::cast<const ModelHandle&>(model[0])).sizes();
    for (const PyModel& m : model)
      if (!((*nb::cast<const ModelHandle&>(m)).sizes() == sizes))
        refuse("the models of one rollout differ in their sizes");
    for (std::size_t i = 0; i < data.size(); ++i) {
      require_match(nb::cast<const ModelHandle&>(model[0]), nb::cast<const DataHandle&>(data[i]));
      for (std::size_t j = 0; j < i; ++j)
        if (data[i].is(data[j])) refuse("the same data instance is passed for two threads");
    }
  }

  void run(const std::vector<PyModel>& model, const std::vector<PyData>& data, RolloutArrays& arrays,
           int chunk) {
    std::vector<const Model*> models;
    for (const PyModel& m : model) models.push_back(&*nb::cast<const ModelHandle&>(m));
    std::vector<Data*> worlds;
    std::deque<CallbackScope> callbacks;
    std::vector<Hooks> hooks;
    std::deque<InUse> claimed;
    Interruption interruption;
    arrays.interrupted = [&] { return interruption.pending(); };
    for (const PyData& d : data) {
      claimed.emplace_back(nb::cast<DataHandle&>(d));
      worlds.push_back(&*nb::cast<DataHandle&>(d));
      hooks.push_back(callbacks.emplace_back(model[0], d).hooks());
    }
    {
      const nb::gil_scoped_release release;
      corten::rollout(crew_, models, worlds, arrays, chunk, hooks);
    }
    for (CallbackScope& scope : callbacks) scope.finish();
    interruption.raise();
    for (const Data* d : worlds) require_solver(*models[0], *d);
  }

  int nthread_;
  Crew crew_;
};

}  // namespace

void bind_batch(nb::module_& m) {
  nb::class_<PyRollout>(m, "Rollout", "Threads for open-loop rollouts.")
      .def(nb::init<int>(), nb::kw_only(), nb::arg("nthread"))
      .def("rollout", &PyRollout::rollout, nb::arg("model"), nb::arg("data"), nb::arg("nstep"),
           nb::arg("control_spec"), nb::arg("state0"), nb::arg("warmstart0") = nb::none(),
           nb::arg("control") = nb::none(), nb::arg("state") = nb::none(), nb::arg("sensordata") = nb::none(),
           nb::arg("chunk_size") = nb::none(),
           "Trajectories from the rows of state0 (nbatch, nstate) under control (nbatch, nstep, ncontrol) "
           "into "
           "state and sensordata, filled in place; one model per trajectory, one data per thread.");
}

}  // namespace corten::python
