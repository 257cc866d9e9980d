#include "corten/sim/configuration_stages.h"

#include "corten/collide/collision.h"
#include "corten/constraint/make_constraint.h"
#include "corten/model/timed.h"
#include "corten/smooth/camlight.h"
#include "corten/smooth/com.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

void poses(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_POS_KINEMATICS, hooks);
  kinematics(m, d);
  com_pos(m, d);
  camlight(m, d);
  tendon(m, d);
}

void inertia(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_POS_INERTIA, hooks);
  make_m(m, d);
  factor_m(m, d);
}

void rows(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_POS_MAKE, hooks);
  make_constraint(m, d);
}

// counted as a part of the poses
void transmissions(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_POS_KINEMATICS, hooks, 0);
  transmission(m, d);
}

}  // namespace

void configuration_stages(const Model& m, Data& d, const Hooks& hooks) {
  d.flg_energypos = 0;
  poses(m, d, hooks);
  inertia(m, d, hooks);
  collision(m, d, hooks);
  rows(m, d, hooks);
  transmissions(m, d, hooks);
}

}  // namespace corten
