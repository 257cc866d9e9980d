// Accelerations and interaction forces of bodies once all accelerations are known.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// in:  d.qacc d.qvel d.cvel d.cinert d.xfrc_applied d.contact d.efc_force
// out: d.cacc d.cfrc_ext d.cfrc_int; marks them fresh
void rne_post_constraint(const Model& m, Data& d);

}  // namespace corten
