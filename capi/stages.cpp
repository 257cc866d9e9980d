// The stages of a step and of inverse dynamics.
#include "capi/call.h"
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
#include "python/bindings/client_texts.h"

namespace corten::capi {
namespace {

// Options with values that no stage knows: the engine never throws, so they are told here.
void require_solver(M m, D d) {
  if (d.nefc > 0 && (m.opt.solver < mjSOL_PGS || m.opt.solver > mjSOL_NEWTON))
    throw Problem(python::client_text::unknown_solver(m.opt.solver));
}
void require_integrator(M m) {
  if (m.opt.integrator < mjINT_EULER || m.opt.integrator > mjINT_IMPLICITFAST)
    throw Problem("opt.integrator is " + std::to_string(m.opt.integrator) + ", which is no integrator");
}
M invertible(M m) {
  if ((m.opt.enableflags & mjENBL_INVDISCRETE) && m.opt.integrator == mjINT_RK4)
    throw Problem("inverse dynamics of discrete time is not possible with RK4");
  return m;
}

}  // namespace

CORTEN_API void mj_step(const mjModel* model, mjData* data) {
  engine("mj_step", model, data, [](M m, D d, H h) {
    require_integrator(m);
    step(m, d, h);
    require_solver(m, d);
  });
}

// a stage: its public name and what it does with m, d and the hooks h
#define CORTEN_STAGE(name, ...)                                                                       \
  CORTEN_API void name(const mjModel* model, mjData* data) {                                          \
    engine(#name, model, data, []([[maybe_unused]] M m, D d, [[maybe_unused]] H h) { __VA_ARGS__; }); \
  }

CORTEN_STAGE(mj_forward, forward(m, d, h), require_solver(m, d))
CORTEN_STAGE(mj_step1, step1(m, d, h))
CORTEN_STAGE(mj_step2, step2(m, d, h), require_solver(m, d))
CORTEN_STAGE(mj_fwdPosition, fwd_position(m, d, h))
CORTEN_STAGE(mj_fwdVelocity, fwd_velocity(m, d, h))
CORTEN_STAGE(mj_fwdActuation, fwd_actuation(m, d, h))
CORTEN_STAGE(mj_fwdAcceleration, fwd_acceleration(m, d))
CORTEN_STAGE(mj_fwdConstraint, fwd_constraint(m, d, h), require_solver(m, d))
CORTEN_STAGE(mj_Euler, euler(m, d, h))
CORTEN_STAGE(mj_implicit, integrate(m, d, h))
CORTEN_STAGE(mj_kinematics, kinematics(m, d))
CORTEN_STAGE(mj_fwdKinematics, fwd_kinematics(m, d); if (some_asleep(m, d)) wake_by_tendons(m, d))
CORTEN_STAGE(mj_comPos, com_pos(m, d))
CORTEN_STAGE(mj_camlight, camlight(m, d))
CORTEN_STAGE(mj_flex, flex(m, d))
CORTEN_STAGE(mj_tendon, tendon(m, d))
CORTEN_STAGE(mj_transmission, transmission(m, d))
CORTEN_STAGE(mj_crb, crb(m, d))
CORTEN_STAGE(mj_makeM, make_m(m, d))
CORTEN_STAGE(mj_factorM, factor_m(m, d))
CORTEN_STAGE(mj_collision, empty_step_arena(m, d), collision(m, d, h))
CORTEN_STAGE(mj_makeConstraint, make_constraint(m, d))
CORTEN_STAGE(mj_referenceConstraint, reference_constraint(m, d))
CORTEN_STAGE(mj_projectConstraint, project_constraint(m, d))
CORTEN_STAGE(mj_island, island(m, d))
CORTEN_STAGE(mj_comVel, com_vel(m, d))
CORTEN_STAGE(mj_passive, passive(m, d, h))
CORTEN_STAGE(mj_subtreeVel, subtree_vel(m, d))
CORTEN_STAGE(mj_rnePostConstraint, rne_post_constraint(m, d))
CORTEN_STAGE(mj_sensorPos, sensor_pos(m, d, h))
CORTEN_STAGE(mj_sensorVel, sensor_vel(m, d, h))
CORTEN_STAGE(mj_sensorAcc, sensor_acc(m, d, h))
CORTEN_STAGE(mj_energyPos, energy_pos(m, d))
CORTEN_STAGE(mj_energyVel, energy_vel(m, d))
CORTEN_STAGE(mj_inverse, inverse(invertible(m), d, h))
CORTEN_STAGE(mj_invPosition, inv_position(m, d, h))
CORTEN_STAGE(mj_invVelocity, inv_velocity(m, d, h))
CORTEN_STAGE(mj_invConstraint, inv_constraint(m, d, h))
CORTEN_STAGE(mj_compareFwdInv, compare_fwd_inv(m, d, h))
CORTEN_STAGE(mj_checkPos, check_pos(m, d))
CORTEN_STAGE(mj_checkVel, check_vel(m, d))
CORTEN_STAGE(mj_checkAcc, check_acc(m, d, h))
#undef CORTEN_STAGE

CORTEN_API void mj_forwardSkip(const mjModel* model, mjData* data, int skipstage, int skipsensor) {
  engine("mj_forwardSkip", model, data,
         [=](M m, D d, H h) { forward_skip(m, d, static_cast<mjtStage>(skipstage), skipsensor != 0, h); });
}

CORTEN_API void mj_inverseSkip(const mjModel* model, mjData* data, int skipstage, int skipsensor) {
  engine("mj_inverseSkip", model, data, [=](M m, D d, H h) {
    inverse_skip(invertible(m), d, static_cast<mjtStage>(skipstage), skipsensor != 0, h);
  });
}

CORTEN_API void mj_stepSkip(const mjModel* model, mjData* data, int skipstage, int skipsensor) {
  engine("mj_stepSkip", model, data, [=](M m, D d, H h) {
    require_integrator(m);
    step_skip(m, d, static_cast<mjtStage>(skipstage), skipsensor != 0, h);
  });
}

CORTEN_API void mj_RungeKutta(const mjModel* model, mjData* data, int order) {
  engine("mj_RungeKutta", model, data, [=](M m, D d, H h) {
    if (order != 4) throw Problem("only order 4 is there");
    rk4(m, d, h);
  });
}

CORTEN_API void mj_rne(const mjModel* model, mjData* data, int flg_acc, Real* result) {
  engine("mj_rne", model, data, [=](M m, D d, H) {
    rne(m, d, flg_acc != 0, {given(result, "result"), static_cast<std::size_t>(m.nv)});
  });
}

}  // namespace corten::capi
