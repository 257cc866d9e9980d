// What follows from the structure of a model alone: widths of joints, how Jacobians are stored.
#pragma once

#include "corten/model/model.h"

namespace corten {

// degrees of freedom of a joint
constexpr int dof_width(int type) { return type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1; }
// numbers it has in qpos
constexpr int qpos_width(int type) { return type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1; }

// Jacobians of constraints and tendons as sparse rows (true) or dense.
inline bool is_sparse(const Model& m) {
  constexpr int kAutomatic = 60;  // degrees of freedom from which on sparse rows pay
  return m.opt.jacobian == mjJAC_SPARSE || (m.opt.jacobian == mjJAC_AUTO && m.nv >= kAutomatic);
}

}  // namespace corten
