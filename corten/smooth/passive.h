// Passive forces: springs, dampers, gravity compensation, fluid.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// With springs and dampers both disabled every passive force is zero, whatever its kind.
//   in:  position stage, d.qvel d.cvel d.ten_velocity
//   out: d.qfrc_spring d.qfrc_damper d.qfrc_gravcomp d.qfrc_fluid d.qfrc_passive
void passive(const Model& m, Data& d, const Hooks& hooks = {});

// true when bodies with gravity compensation feel it
inline bool has_gravcomp(const Model& m) {
  return m.ngravcomp && !(m.opt.disableflags & mjDSBL_GRAVITY) && norm(m.opt.gravity) != 0;
}

// how far a tendon is outside the range where its spring rests, signed towards it
inline Real deadband_displacement(Real length, const Vec<Real, 2>& range) {
  if (length > range[1]) return range[1] - length;
  if (length < range[0]) return range[0] - length;
  return 0;
}

}  // namespace corten
