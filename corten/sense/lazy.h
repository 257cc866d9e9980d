// Quantities that only some sensors need: computed at the first request of a pass.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::sense {

void fresh_subtree_vel(const Model& m, Data& d);
void fresh_rne_post(const Model& m, Data& d);
void fresh_energy_pos(const Model& m, Data& d);
void fresh_energy_vel(const Model& m, Data& d);

}  // namespace corten::sense
