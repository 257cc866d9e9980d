// The engine's stages under MuJoCo's names. They run without the interpreter lock.
#include <nanobind/nanobind.h>

#include "corten/collide/collision.h"
#include "corten/constraint/island.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/step_arena.h"
#include "corten/sense/sensors.h"
#include "corten/sim/checks.h"
#include "corten/sim/configuration_stages.h"
#include "corten/sim/forward.h"
#include "corten/sim/fwd_constraint.h"
#include "corten/sim/integrators.h"
#include "corten/sim/inverse.h"
#include "corten/sim/reset.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/com.h"
#include "corten/smooth/energy.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/passive.h"
#include "corten/smooth/rne.h"
#include "corten/smooth/sleep.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"
#include "python/bindings/callbacks.h"
#include "python/bindings/handles.h"
#include "python/bindings/option_checks.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// After a reset: trees that were to start asleep do.
void require_asleep(const Model& m, const Data& d) {
  if (const std::string awake = failed_to_sleep(m, d); !awake.empty()) throw FatalError(awake);
}

void reset(const Model& m, Data& d) {
  reset_data(m, d);
  require_asleep(m, d);
}

// A stage reads the model and part of the data and writes another part.
struct Stage {
  const char* name;
  void (*run)(const Model& m, Data& d, const Hooks& h);
  const char* doc;
  bool solves = false;  // for constraint forces
};

using M = const Model&;
using D = Data&;
using H = const Hooks&;

constexpr Stage kStages[] = {
    {"mj_forward", [](M m, D d, H h) { forward(m, d, h); },
     "Everything that follows from the state, without moving it.", true},
    {"mj_step1", [](M m, D d, H h) { step1(m, d, h); }, "The part of a step before controls are set."},
    {"mj_step2", [](M m, D d, H h) { step2(m, d, h); }, "The part of a step after controls are set.", true},
    {"mj_fwdPosition", [](M m, D d, H h) { fwd_position(m, d, h); }, "What the configuration determines."},
    {"mj_fwdVelocity", [](M m, D d, H h) { fwd_velocity(m, d, h); }, "What the velocity determines."},
    {"mj_fwdActuation", [](M m, D d, H h) { fwd_actuation(m, d, h); },
     "Actuator forces and activation rates."},
    {"mj_fwdAcceleration", [](M m, D d, H) { fwd_acceleration(m, d); },
     "Forces and accelerations without constraints."},
    {"mj_fwdConstraint", [](M m, D d, H h) { fwd_constraint(m, d, h); },
     "Constraint forces and accelerations.", true},
    {"mj_Euler", [](M m, D d, H h) { euler(m, d, h); }, "Semi-implicit Euler integration."},
    {"mj_kinematics", [](M m, D d, H) { kinematics(m, d); }, "Poses of bodies, geoms and sites."},
    {"mj_fwdKinematics",
     [](M m, D d, H) {
       fwd_kinematics(m, d);
       if (some_asleep(m, d)) wake_by_tendons(m, d);
     },
     "Everything of the position stage that is geometry alone."},
    {"mj_comPos", [](M m, D d, H) { com_pos(m, d); }, "Centres of mass, motion axes, inertias about them."},
    {"mj_camlight", [](M m, D d, H) { camlight(m, d); }, "Poses of cameras and lights."},
    {"mj_flex", [](M m, D d, H) { flex(m, d); }, "Vertices, boxes, edges and strains of flexes."},
    {"mj_tendon", [](M m, D d, H) { tendon(m, d); }, "Tendon lengths and Jacobians."},
    {"mj_transmission", [](M m, D d, H) { transmission(m, d); }, "Actuator lengths and moments."},
    {"mj_crb", [](M m, D d, H) { crb(m, d); },
     "Composite inertias and the inertia matrix, without tendon armature."},
    {"mj_makeM", [](M m, D d, H) { make_m(m, d); }, "The inertia matrix."},
    {"mj_factorM", [](M m, D d, H) { factor_m(m, d); }, "Factor of the inertia matrix."},
    {"mj_collision", [](M m, D d, H h) { empty_step_arena(m, d), collision(m, d, h); }, "Contacts."},
    {"mj_comVel", [](M m, D d, H) { com_vel(m, d); }, "Body velocities and derivatives of motion axes."},
    {"mj_passive", [](M m, D d, H h) { passive(m, d, h); },
     "Springs, dampers, gravity compensation, fluid forces."},
    {"mj_subtreeVel", [](M m, D d, H) { subtree_vel(m, d); },
     "Linear velocity and angular momentum of subtrees."},
    {"mj_rnePostConstraint", [](M m, D d, H) { rne_post_constraint(m, d); },
     "Accelerations and forces of bodies, constraints included."},
    {"mj_makeConstraint", [](M m, D d, H) { make_constraint(m, d); }, "Constraint rows."},
    {"mj_referenceConstraint", [](M m, D d, H) { reference_constraint(m, d); },
     "Reference accelerations of constraint rows."},
    {"mj_projectConstraint", [](M m, D d, H) { project_constraint(m, d); },
     "Inverse inertia in constraint space."},
    {"mj_island", [](M m, D d, H) { island(m, d); }, "Independent parts of the constraint problem."},
    {"mj_sensorPos", [](M m, D d, H h) { sensor_pos(m, d, h); }, "Sensors of positions."},
    {"mj_sensorVel", [](M m, D d, H h) { sensor_vel(m, d, h); }, "Sensors of velocities."},
    {"mj_sensorAcc", [](M m, D d, H h) { sensor_acc(m, d, h); }, "Sensors of accelerations and forces."},
    {"mj_inverse", [](M m, D d, H h) { inverse(invertible(m), d, h); },
     "Forces that give the accelerations in qacc."},
    {"mj_invPosition", [](M m, D d, H h) { inv_position(m, d, h); }, "Position stage of the inverse."},
    {"mj_invVelocity", [](M m, D d, H h) { inv_velocity(m, d, h); }, "Velocity stage of the inverse."},
    {"mj_invConstraint", [](M m, D d, H h) { inv_constraint(m, d, h); },
     "Constraint forces of given accelerations."},
    {"mj_compareFwdInv", [](M m, D d, H h) { compare_fwd_inv(m, d, h); },
     "Difference of forward and inverse, in solver_fwdinv."},
    {"mj_implicit", [](M m, D d, H h) { integrate(m, d, h); },
     "The implicit integrators, as opt.integrator says."},
    {"mj_checkPos", [](M m, D d, H) { check_pos(m, d); }, "Resets when qpos is bad."},
    {"mj_checkVel", [](M m, D d, H) { check_vel(m, d); }, "Resets when qvel is bad."},
    {"mj_checkAcc", [](M m, D d, H h) { check_acc(m, d, h); }, "Resets when qacc is bad."},
    {"mj_energyPos", [](M m, D d, H) { energy_pos(m, d); }, "Potential energy."},
    {"mj_energyVel", [](M m, D d, H) { energy_vel(m, d); }, "Kinetic energy."},
    {"mj_resetData", [](M m, D d, H) { reset(m, d); }, "Back to the initial state."},
};

void bind_stages(nb::module_& m) {
  for (const Stage& stage : kStages)
    m.def(
        stage.name,
        [stage](PyModel model, PyData data) {
          unlocked(model, data, stage.run);
          if (stage.solves)
            require_solver(*nb::cast<const ModelHandle&>(model), *nb::cast<DataHandle&>(data));
        },
        nb::arg("m"), nb::arg("d"), stage.doc);
}

}  // namespace

void bind_engine(nb::module_& module) {
  bind_stages(module);
  module.def(
      "mj_step",
      [](PyModel model, PyData data, int nstep) {
        const Model& checked = *nb::cast<const ModelHandle&>(model);
        require_integrator(checked);
        unlocked(
            model, data, [](M m, D d, H h) { step(m, d, h); }, nstep);
        require_solver(checked, *nb::cast<DataHandle&>(data));
      },
      nb::arg("m"), nb::arg("d"), nb::arg("nstep") = 1,
      "Moves the simulation by a timestep. Optionally, repeat nstep times.");
  module.def(
      "mj_resetDataDebug",
      [](PyModel model, PyData data, int) { unlocked(model, data, [](M m, D d, H) { reset(m, d); }); },
      nb::arg("m"), nb::arg("d"), nb::arg("debug_value"),
      "Back to the initial state; the value fills memory in debug builds of MuJoCo and nothing here.");
  module.def(
      "mj_resetDataKeyframe",
      [](PyModel model, PyData data, int key) {
        unlocked(model, data, [&](M m, D d, H) {
          reset_data_keyframe(m, d, key);
          require_asleep(m, d);
        });
      },
      nb::arg("m"), nb::arg("d"), nb::arg("key"),
      "Back to the state of a keyframe; the initial state if there is no such key.");
  module.def(
      "mj_forwardSkip",
      [](PyModel model, PyData data, int skipstage, int skipsensor) {
        unlocked(model, data, [&](M m, D d, H h) {
          forward_skip(m, d, static_cast<mjtStage>(skipstage), skipsensor != 0, h);
        });
      },
      nb::arg("m"), nb::arg("d"), nb::arg("skipstage"), nb::arg("skipsensor"),
      "mj_forward, keeping what is already computed up to a stage.");
  module.def(
      "mj_inverseSkip",
      [](PyModel model, PyData data, int skipstage, int skipsensor) {
        unlocked(model, data, [&](M m, D d, H h) {
          inverse_skip(invertible(m), d, static_cast<mjtStage>(skipstage), skipsensor != 0, h);
        });
      },
      nb::arg("m"), nb::arg("d"), nb::arg("skipstage"), nb::arg("skipsensor"),
      "mj_inverse, keeping what is already computed up to a stage.");
  module.def(
      "mj_RungeKutta",
      [](PyModel model, PyData data, int N) {
        if (N != 4) throw FatalError("mj_RungeKutta: only order 4 is there");
        unlocked(model, data, [](M m, D d, H h) { rk4(m, d, h); });
      },
      nb::arg("m"), nb::arg("d"), nb::arg("N"), "Runge-Kutta integration of order 4.");
}

}  // namespace corten::python
