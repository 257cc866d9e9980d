// The engine's stages under MuJoCo's names. They run without the interpreter lock.
#include <nanobind/nanobind.h>

#include "corten/collide/collision.h"
#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/sim/reset.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/camlight.h"
#include "corten/smooth/com.h"
#include "corten/smooth/energy.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/passive.h"
#include "corten/smooth/rne.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"
#include "python/bindings/handles.h"

namespace corten::python {
namespace {

namespace nb = nanobind;
using Unlocked = nb::call_guard<nb::gil_scoped_release>;

// A stage reads the model and part of the data and writes another part.
struct Stage {
  const char* name;
  void (*run)(const Model&, Data&);
  const char* doc;
};

constexpr Stage kStages[] = {
    {"mj_forward", [](const Model& m, Data& d) { forward(m, d); },
     "Everything that follows from the state, without moving it."},
    {"mj_step1", [](const Model& m, Data& d) { step1(m, d); }, "The part of a step before controls are set."},
    {"mj_step2", [](const Model& m, Data& d) { step2(m, d); }, "The part of a step after controls are set."},
    {"mj_fwdPosition", [](const Model& m, Data& d) { fwd_position(m, d); },
     "What the configuration determines."},
    {"mj_fwdVelocity", [](const Model& m, Data& d) { fwd_velocity(m, d); }, "What the velocity determines."},
    {"mj_fwdActuation", [](const Model& m, Data& d) { fwd_actuation(m, d); },
     "Actuator forces and activation rates."},
    {"mj_fwdAcceleration", fwd_acceleration, "Forces and accelerations without constraints."},
    {"mj_fwdConstraint", fwd_constraint, "Constraint forces and accelerations."},
    {"mj_Euler", euler, "Semi-implicit Euler integration."},
    {"mj_kinematics", kinematics, "Poses of bodies, geoms and sites."},
    {"mj_comPos", com_pos, "Centres of mass, motion axes, inertias about them."},
    {"mj_camlight", camlight, "Poses of cameras and lights."},
    {"mj_tendon", tendon, "Tendon lengths and Jacobians."},
    {"mj_transmission", transmission, "Actuator lengths and moments."},
    {"mj_crb", crb, "Composite inertias and the inertia matrix, without tendon armature."},
    {"mj_makeM", make_m, "The inertia matrix."},
    {"mj_factorM", factor_m, "Factor of the inertia matrix."},
    {"mj_collision", collision, "Contacts."},
    {"mj_comVel", com_vel, "Body velocities and derivatives of motion axes."},
    {"mj_passive", [](const Model& m, Data& d) { passive(m, d); },
     "Springs, dampers, gravity compensation, fluid forces."},
    {"mj_energyPos", energy_pos, "Potential energy."},
    {"mj_energyVel", energy_vel, "Kinetic energy."},
    {"mj_resetData", reset_data, "Back to the initial state."},
};

void bind_stages(nb::module_& m) {
  for (const Stage& stage : kStages)
    m.def(
        stage.name, [run = stage.run](const ModelHandle& model, DataHandle& data) { run(*model, *data); },
        nb::arg("m"), nb::arg("d"), stage.doc, Unlocked());
}

}  // namespace

void bind_engine(nb::module_& m) {
  bind_stages(m);
  m.def(
      "mj_step",
      [](const ModelHandle& model, DataHandle& data, int nstep) {
        for (int i = 0; i < nstep; ++i) step(*model, *data);
      },
      nb::arg("m"), nb::arg("d"), nb::arg("nstep") = 1, "Moves the simulation by nstep timesteps.",
      Unlocked());
  m.def(
      "mj_resetDataKeyframe",
      [](const ModelHandle& model, DataHandle& data, int key) { reset_data_keyframe(*model, *data, key); },
      nb::arg("m"), nb::arg("d"), nb::arg("key"),
      "Back to the state of a keyframe; the initial state if there is no such key.", Unlocked());
  m.def(
      "mj_forwardSkip",
      [](const ModelHandle& model, DataHandle& data, int skipstage, int skipsensor) {
        forward_skip(*model, *data, static_cast<mjtStage>(skipstage), skipsensor != 0);
      },
      nb::arg("m"), nb::arg("d"), nb::arg("skipstage"), nb::arg("skipsensor"),
      "mj_forward, keeping what is already computed up to a stage.", Unlocked());
}

}  // namespace corten::python
