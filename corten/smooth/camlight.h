// Poses of cameras and lights, fixed or tracking.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// in:  d.xpos d.xquat d.xmat d.subtree_com    out: d.cam_xpos d.cam_xmat d.light_xpos d.light_xdir
void camlight(const Model& m, Data& d);

}  // namespace corten
