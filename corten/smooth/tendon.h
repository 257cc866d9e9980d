// Tendons: lengths, Jacobians and paths.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/smooth/tendon_core.h"

namespace corten {

// in:  d.qpos d.site_xpos d.geom_x* d.cdof d.subtree_com
// out: d.ten_length d.ten_J d.ten_J_* d.ten_wrapadr d.ten_wrapnum d.wrap_obj d.wrap_xpos
void tendon(const Model& m, Data& d);

// in: d.ten_J d.qvel    out: d.ten_velocity
void tendon_velocity(const Model& m, Data& d);

}  // namespace corten
