// Many simulations of one model for mujoco.batch: rows of state, of fields of the model and of results.
#include "corten/batch/simulations.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "corten/collide/ray.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "corten/smooth/com.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/kinematics.h"
#include "python/bindings/arguments.h"
#include "python/bindings/callbacks.h"
#include "python/bindings/handles.h"
#include "python/bindings/option_checks.h"
#include "python/bindings/plugins.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

using Keep = Simulations::Keep;
using Rays = Memory<const Real>;
using Ids = IntIn;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

template <class T>
T* at(const Memory<T>& rows, int index, std::size_t width) {
  return static_cast<T*>(rows.data()) + count(index) * width;
}

// A field of Data, or a state vector, that a rollout notes after every step.
struct Record {
  std::optional<FieldPlace> field;
  int spec = 0;
  std::byte* rows = nullptr;
  std::size_t width = 0;  // bytes per step

  void note(const Model& m, Data& d, std::size_t step) const {
    std::byte* to = rows + step * width;
    if (field) {
      std::ranges::copy(bytes_at(*field, d), to);
    } else {
      get_state(m, d, {reinterpret_cast<Real*>(to), width / sizeof(Real)}, spec);
    }
  }
};

// (field or None, state specification, array of bytes of all steps)
using RecordOf = std::tuple<std::optional<std::string>, int, Memory<std::uint8_t>>;

int warnings_of(const Data& d) {
  int number = 0;
  for (const WarningStat& w : d.warning) number += w.number;
  return number;
}

void step_checked(const Model& m, Data& d) {
  require_integrator(m);
  step(m, d);
  require_solver(m, d);
}

void forward_checked(const Model& m, Data& d, int stage) {
  forward_until(m, d, static_cast<mjtStage>(stage));
  if (stage >= mjSTAGE_ACC) require_solver(m, d);
}

class PySimulations {
 public:
  PySimulations(const ModelHandle& m, int nsim, int nthread, bool persistent)
      : all_(std::make_shared<Simulations>(checked(m), nsim, nthread, persistent)) {}

  Simulations& all() const { return *all_; }

  template <class T>
  nb::object rows(std::span<T> numbers) const {
    const std::size_t nsim = count(all().size());
    return numpy_view(numbers.data(), {nsim, numbers.size() / nsim}, keep_alive(all_));
  }
  nb::object bytes(std::span<std::byte> numbers) const {
    return rows(std::span(reinterpret_cast<std::uint8_t*>(numbers.data()), numbers.size()));
  }

  void step(const Ids& ids, int nstep, int stage) {
    run(ids, Keep::kResults, [=](const Model& m, Data& d, int) {
      for (int i = 0; i < nstep; ++i) step_checked(m, d);
      forward_checked(m, d, stage);
    });
  }

  void forward(const Ids& ids, int stage) {
    run(ids, Keep::kResults, [=](const Model& m, Data& d, int) { forward_checked(m, d, stage); });
  }

  void reset(const Ids& ids, const IntIn& keyframe, int stage) {
    run(ids, Keep::kResults, [&](const Model& m, Data& d, int place) {
      reset_data_keyframe(m, d, keyframe[place]);  // the initial state for −1
      if (const std::string awake = failed_to_sleep(m, d); !awake.empty()) throw FatalError(awake);
      forward_checked(m, d, stage);
    });
  }

  void set_const(const Ids& ids) {
    Interruption interruption;
    {
      const nb::gil_scoped_release release;
      all().set_constants(ids.span(), [&] { return interruption.pending(); });
    }
    interruption.raise();
  }

  void rollout(const Ids& ids, int nstep, const std::optional<Rays>& control, int control_spec,
               const std::vector<RecordOf>& wanted) {
    const std::size_t steps = count(nstep), ncontrol = count(state_size(all().model(), control_spec));
    std::vector<Record> records;
    for (const auto& [name, spec, array] : wanted)
      records.push_back({name ? data_field(*name) : std::nullopt, spec,
                         reinterpret_cast<std::byte*>(array.data()), array.size() / (ids.size() * steps)});
    run(ids, Keep::kResults, [&](const Model& m, Data& d, int place) {
      const int before = warnings_of(d);
      for (std::size_t k = 0; k < steps; ++k) {
        if (warnings_of(d) == before) {
          const std::size_t now = count(place) * steps + k;
          if (control)
            set_state(m, d, {at(*control, static_cast<int>(now), ncontrol), ncontrol}, control_spec);
          step_checked(m, d);
        }
        for (const Record& record : records) record.note(m, d, count(place) * steps + k);
      }
    });
  }

  void jac(const Ids& ids, const IntIn& body, const Rays& point, const Memory<Real>& jacp,
           const Memory<Real>& jacr) {
    const std::size_t size = 3 * count(all().model().nv);
    run(ids, Keep::kNothing, [&](const Model& m, Data& d, int place) {
      kinematics(m, d);
      com_pos(m, d);
      const Real* p = at(point, place, 3);
      corten::jac(m, d, {at(jacp, place, size), size}, {at(jacr, place, size), size}, {p[0], p[1], p[2]},
                  body[place]);
    });
  }

  void ray(const Ids& ids, const Rays& pnt, const Rays& vec, const std::optional<ByteInN<kNGroup>>& groups,
           bool flg_static, const IntIn& bodyexclude, const Memory<Real>& dist, const Memory<int>& geomid,
           const Memory<Real>& normal) {
    const int nray = ids.size() ? static_cast<int>(dist.size() / ids.size()) : 0;
    run(ids, Keep::kNothing, [&](const Model& m, Data& d, int place) {
      kinematics(m, d);
      if (m.nflex) flex(m, d);
      for (int r = place * nray; r < (place + 1) * nray; ++r) {
        const Real *p = at(pnt, r, 3), *v = at(vec, r, 3);
        const Vec3<Real> direction{v[0], v[1], v[2]};
        if (norm(direction) < kMinVal<Real>)
          throw FatalError("a ray needs a direction: its vector is too short");
        const SceneHit hit = corten::ray(m, d, {{p[0], p[1], p[2]}, direction},
                                         {groups ? groups->data() : nullptr, flg_static, bodyexclude[r], &d});
        *at(dist, r, 1) = hit.dist;
        *at(geomid, r, 1) = hit.geomid;
        std::copy_n(hit.normal.data(), 3, at(normal, r, 3));
      }
    });
  }

  void get_model(int sim, ModelHandle& to) const {
    if (!((*to).sizes() == all().own_model(sim).sizes()))
      throw nb::value_error("the MjModel has other sizes than the simulation's");
    all().get_model(sim, *to);
  }

  void get_data(int sim, DataHandle& to) const {
    if (!(to.model->sizes() == all().own_model(sim).sizes()))
      throw nb::value_error("the MjData was made for a model of other sizes than the simulation's");
    const InUse claimed(to);
    all().get_data(sim, *to);
  }

  void set_models(const std::vector<PyModel>& models) {
    std::vector<std::shared_ptr<const Model>> shared;
    for (const PyModel& m : models) {
      shared.push_back(nb::cast<const ModelHandle&>(m).object);
      if (!all().has_layout(checked(nb::cast<const ModelHandle&>(m))))
        throw FatalError("model " + std::to_string(shared.size() - 1) +
                         " needs MjData of other sizes than the batch's model");
    }
    all().set_models(std::move(shared));
  }

 private:
  static const Model& checked(const ModelHandle& m) {
    if (const std::string plugin = python_plugin_of(*m); !plugin.empty())
      throw nb::value_error(("simulations of a batch run without the interpreter, but plugin '" + plugin +
                             "' is written in Python: use mujoco.rollout, or write it in C++")
                                .c_str());
    return *m;
  }

  template <class Work>
  void run(const Ids& ids, Keep keep, Work&& work) {
    Interruption interruption;
    {
      const nb::gil_scoped_release release;
      all().run(
          ids.span(), keep,
          [&](const Model& m, Data& d, int place) {
            work(m, d, place);
            return std::string();
          },
          [&] { return interruption.pending(); });
    }
    interruption.raise();
  }

  std::shared_ptr<Simulations> all_;
};

void bind_memory(nb::class_<PySimulations>& cls) {
  using S = const PySimulations&;
  cls.def_prop_ro("state", [](S s) { return s.rows(s.all().states()); })
      .def_prop_ro("status", [](S s) { return s.rows(s.all().status()); })
      .def_prop_ro("warning",
                   [](S s) {
                     const std::span<WarningStat> all = s.all().warnings();
                     return s.rows(std::span(reinterpret_cast<int*>(all.data()), 2 * all.size()));
                   })
      .def("error", [](S s, int sim) { return s.all().error(sim); })
      .def("expand", [](S s, const std::string& field) { return s.bytes(s.all().vary(field)); })
      .def("expanded",
           [](S s, const std::string& field) -> nb::object {
             const auto rows = s.all().varied(field);
             return rows ? s.bytes(*rows) : nb::none();
           })
      .def("output", [](S s, const std::string& field) { return s.bytes(s.all().show(field)); });
}

}  // namespace

void bind_simulations(nb::module_& m) {
  static_assert(sizeof(WarningStat) == 2 * sizeof(int));
  nb::class_<PySimulations> cls(
      m, "Simulations", "Simulations of one model that a batch runs. Arguments are checked by mujoco.batch.");
  cls.def(nb::init<const ModelHandle&, int, int, bool>())
      .def_prop_ro("nthread", [](const PySimulations& s) { return s.all().threads(); })
      .def_prop_ro("nstate", [](const PySimulations& s) { return s.all().state_size(); })
      .def("step", &PySimulations::step)
      .def("forward", &PySimulations::forward)
      .def("reset", &PySimulations::reset)
      .def("set_const", &PySimulations::set_const)
      .def("rollout", &PySimulations::rollout, nb::arg("ids"), nb::arg("nstep"), nb::arg("control").none(),
           nb::arg("control_spec"), nb::arg("record"))
      .def("jac", &PySimulations::jac)
      .def("ray", &PySimulations::ray, nb::arg("ids"), nb::arg("pnt"), nb::arg("vec"),
           nb::arg("geomgroup").none(), nb::arg("flg_static"), nb::arg("bodyexclude"), nb::arg("dist"),
           nb::arg("geomid"), nb::arg("normal"))
      .def("get_model", &PySimulations::get_model)
      .def("get_data", &PySimulations::get_data)
      .def("set_models", &PySimulations::set_models);
  bind_memory(cls);
}

}  // namespace corten::python
