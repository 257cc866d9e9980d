// Recursive Newton-Euler: forces that a motion of the whole tree takes.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/smooth/rne_core.h"

namespace corten {

// Joint forces of gravity, Coriolis and centrifugal terms, and with `with_acceleration` of d.qacc too.
// Neither dof armature nor tendons are included.
//   in:  d.cdof d.cdof_dot d.cvel d.cinert d.qvel [d.qacc]    out: result (nv)
void rne(const Model& m, Data& d, bool with_acceleration, std::span<Real> result);

// Accelerations and interaction forces of bodies once all accelerations are known.
// in:  d.qacc d.qvel d.cvel d.cinert d.xfrc_applied d.contact d.efc_force
// out: d.cacc d.cfrc_ext d.cfrc_int; marks them fresh
void rne_post_constraint(const Model& m, Data& d);

}  // namespace corten
