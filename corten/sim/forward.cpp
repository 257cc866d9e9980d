#include "corten/sim/forward.h"

#include <algorithm>

#include "corten/constraint/island.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/awake.h"
#include "corten/model/belongs.h"
#include "corten/model/timed.h"
#include "corten/sense/sensors.h"
#include "corten/sim/advance_core.h"
#include "corten/sim/checks.h"
#include "corten/sim/configuration_stages.h"
#include "corten/sim/integrators.h"
#include "corten/sim/inverse.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/com.h"
#include "corten/smooth/energy.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/passive.h"
#include "corten/smooth/rne.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/tendon_armature.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// Position stage, its sensors and the potential energy.
void position_stage(const Model& m, Data& d, bool sensors, const Hooks& hooks) {
  fwd_position(m, d, hooks);
  if (sensors) sensor_pos(m, d, hooks);
  if (d.flg_energypos) return;  // a sensor has asked for it
  if (m.opt.enableflags & mjENBL_ENERGY) {
    energy_pos(m, d);
  } else {
    d.energy = {};
  }
}

void velocity_stage(const Model& m, Data& d, bool sensors, const Hooks& hooks) {
  fwd_velocity(m, d, hooks);
  if (sensors) sensor_vel(m, d, hooks);
  if ((m.opt.enableflags & mjENBL_ENERGY) && !d.flg_energyvel) energy_vel(m, d);
}

void acceleration_stage(const Model& m, Data& d, const Hooks& hooks) {
  fwd_actuation(m, d, hooks);
  fwd_acceleration(m, d);
  fwd_constraint(m, d, hooks);
}

void call_control(const Model& m, Data& d, const Hooks& hooks) {
  if (hooks.control) hooks.control(m, d, hooks.user);
}

}  // namespace

void fwd_position(const Model& m, Data& d, const Hooks& hooks) {
  Laps laps(d, hooks);
  const double start = laps.last();
  configuration_stages(m, d, hooks, Waking::kByTouch, laps);
  island(m, d);
  laps.look();
  project_constraint(m, d);
  laps.end(mjTIMER_POS_PROJECT);
  laps.add_since(start, mjTIMER_POSITION);
}

void fwd_velocity(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_VELOCITY, hooks);
  d.flg_subtreevel = d.flg_energyvel = 0;
  flex_velocity(m, d);
  tendon_velocity(m, d);
  if (m.opt.disableflags & mjDSBL_ACTUATION) {
    std::fill(d.actuator_velocity.begin(), d.actuator_velocity.end(), Real(0));
  } else {
    actuator_velocity(m, d);
  }
  com_vel(m, d);
  passive(m, d, hooks);
  reference_constraint(m, d);
  rne(m, d, false, d.qfrc_bias.span());
  tendon_bias(m, d, d.qfrc_bias.span());
}

void fwd_acceleration(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) { sum_smooth_forces(d, who); });
  xfrc_accumulate(m, d, d.qfrc_smooth.span());
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.dofs())
      std::copy(d.qfrc_smooth.data() + run.first, d.qfrc_smooth.data() + run.last,
                d.qacc_smooth.data() + run.first);
  });
  solve_awake(m, d, d.qLD.span(), d.qLDiagInv.span(), d.qacc_smooth.span());
}

void forward_skip(const Model& m, Data& d, mjtStage skip_stage, bool skip_sensor, const Hooks& hooks) {
  require_belongs(m, d);
  const Timed timed(d, mjTIMER_FORWARD, hooks);
  if (skip_stage < mjSTAGE_POS) position_stage(m, d, !skip_sensor, hooks);
  if (skip_stage < mjSTAGE_VEL) velocity_stage(m, d, !skip_sensor, hooks);
  if (!(m.opt.disableflags & mjDSBL_ACTUATION)) call_control(m, d, hooks);
  acceleration_stage(m, d, hooks);
  if (skip_sensor) return;
  d.flg_rnepost = 0;
  sensor_acc(m, d, hooks);
}

void forward(const Model& m, Data& d, const Hooks& hooks) { forward_skip(m, d, mjSTAGE_NONE, false, hooks); }

void forward_until(const Model& m, Data& d, mjtStage last, const Hooks& hooks) {
  if (last >= mjSTAGE_ACC) return forward(m, d, hooks);
  require_belongs(m, d);
  if (last >= mjSTAGE_POS) position_stage(m, d, true, hooks);
  if (last >= mjSTAGE_VEL) velocity_stage(m, d, true, hooks);
}

void step_skip(const Model& m, Data& d, mjtStage skip_stage, bool skip_sensor, const Hooks& hooks) {
  require_belongs(m, d);
  const Timed timed(d, mjTIMER_STEP, hooks);
  check_pos(m, d);
  check_vel(m, d);
  forward_skip(m, d, skip_stage, skip_sensor, hooks);
  check_acc(m, d, hooks);
  if (m.opt.enableflags & mjENBL_FWDINV) compare_fwd_inv(m, d, hooks);
  integrate(m, d, hooks, skip_stage >= mjSTAGE_VEL);
}

void step(const Model& m, Data& d, const Hooks& hooks) { step_skip(m, d, mjSTAGE_NONE, false, hooks); }

void step1(const Model& m, Data& d, const Hooks& hooks) {
  require_belongs(m, d);
  const Timed timed(d, mjTIMER_STEP, hooks);
  check_pos(m, d);
  check_vel(m, d);
  position_stage(m, d, true, hooks);
  velocity_stage(m, d, true, hooks);
  call_control(m, d, hooks);
}

void step2(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_STEP, hooks, 0);  // step1 has counted
  acceleration_stage(m, d, hooks);
  // with the interaction forces of an earlier pass, if they are marked fresh: so does MuJoCo
  sensor_acc(m, d, hooks);
  check_acc(m, d, hooks);
  if (m.opt.enableflags & mjENBL_FWDINV) compare_fwd_inv(m, d, hooks);
  if (m.opt.integrator == mjINT_RK4) {
    euler(m, d, hooks);
  } else {
    integrate(m, d, hooks);
  }
}

}  // namespace corten
