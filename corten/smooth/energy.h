// Mechanical energy.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Gravity and springs.    in: position stage    out: d.energy[0]
void energy_pos(const Model& m, Data& d);
// in: d.M d.qvel    out: d.energy[1]
void energy_vel(const Model& m, Data& d);

}  // namespace corten
