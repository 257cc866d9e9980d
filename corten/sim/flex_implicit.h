// Implicit integration of interpolated flexes: their stiffness is part of the linear system, on the dofs of
// their nodes.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Replaces the accelerations of all node dofs by those of a dense system that includes h² + h·damping times
// the stiffness.
//   symmetric: the system is that of implicitfast, the lower triangle of M − h qDeriv; else all of it
//   in: force, d.M d.qDeriv d.qvel    in and out: qacc
void solve_flex_nodes(const Model& m, Data& d, bool symmetric, std::span<const Real> force,
                      std::span<Real> qacc);

// matrix += Σ (h² + h·damping) times the stiffness of every interpolated flex, dense on the dofs given
void add_flex_stiffness(const Model& m, Data& d, std::span<const int> dofs, Real h, std::span<Real> matrix);

inline bool has_interpolated_flex(const Model& m) {
  for (int f = 0; f < m.nflex; ++f)
    if (m.flex_interp[f]) return true;
  return false;
}

}  // namespace corten
