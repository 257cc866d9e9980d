// Passive forces: springs, dampers, gravity compensation, fluid.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"
#include "corten/smooth/passive_core.h"

namespace corten {

// With springs and dampers both disabled every passive force is zero, whatever its kind.
//   in:  position stage, d.qvel d.cvel d.ten_velocity
//   out: d.qfrc_spring d.qfrc_damper d.qfrc_gravcomp d.qfrc_fluid d.qfrc_passive
void passive(const Model& m, Data& d, const Hooks& hooks = {});

}  // namespace corten
