#include "corten/sim/configuration_stages.h"

#include "corten/collide/collision.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/step_arena.h"
#include "corten/smooth/com.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/sleep.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

void inertia(const Model& m, Data& d) {
  make_m(m, d);
  factor_m(m, d);
}

}  // namespace

void fwd_kinematics(const Model& m, Data& d) {
  kinematics(m, d);
  com_pos(m, d);
  camlight(m, d);
  flex(m, d);
  tendon(m, d);
}

void configuration_stages(const Model& m, Data& d, const Hooks& hooks, Waking waking, Laps& laps) {
  d.flg_energypos = 0;
  const auto collide = [&] {
    empty_step_arena(m, d);
    collision(m, d, hooks, laps);
  };
  const auto may_wake = [&] { return waking == Waking::kByTouch && some_asleep(m, d); };
  fwd_kinematics(m, d);
  if (may_wake()) wake_by_tendons(m, d);
  laps.end(mjTIMER_POS_KINEMATICS);
  inertia(m, d);
  laps.end(mjTIMER_POS_INERTIA);
  collide();
  if (may_wake() && wake_by_contacts(m, d)) collide();
  if (may_wake()) wake_by_equalities(m, d);
  make_constraint(m, d);
  laps.end(mjTIMER_POS_MAKE);
  transmission(m, d);
  laps.end(mjTIMER_POS_KINEMATICS, 0);  // counted with the poses
}

}  // namespace corten
