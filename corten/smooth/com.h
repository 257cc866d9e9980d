// Quantities about the centre of mass of each kinematic tree: inertias, motion axes, velocities.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/smooth/com_core.h"

namespace corten {

// in:  d.xipos d.ximat d.xmat d.xaxis d.xanchor    out: d.subtree_com d.cinert d.cdof
void com_pos(const Model& m, Data& d);

// in:  d.cdof d.qvel    out: d.cvel d.cdof_dot
void com_vel(const Model& m, Data& d);

// Linear velocity and angular momentum of every subtree; marks them fresh.
//   in:  d.cvel d.xipos d.ximat d.subtree_com    out: d.subtree_linvel d.subtree_angmom
void subtree_vel(const Model& m, Data& d);

}  // namespace corten
