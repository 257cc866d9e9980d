// Cholesky of dense symmetric matrices as Lᵀ L, rows from the last to the first. Dofs are numbered from the
// root of a kinematic tree to its leaves, so this order eliminates leaves first and zeros between branches
// stay zero; they are skipped. Matrices are n × n row-major, only the lower triangle is read or written.
#pragma once

#include <span>

#include "corten/base/config.h"

namespace corten {

// In place; pivots below mindiag are raised to it. Returns the rank: n minus the number of raised pivots.
int cholesky_factor(std::span<Real> mat, int n, Real mindiag);

// x = (Lᵀ L)⁻¹ b; x and b may be the same
void cholesky_solve(std::span<const Real> factor, int n, std::span<const Real> b, std::span<Real> x);

// Factor of Lᵀ L + sign·x xᵀ, sign = ±1, in place; x is overwritten. Squared pivots below 1e-15 are raised to
// it. Returns the rank.
int cholesky_update(std::span<Real> factor, int n, std::span<Real> x, Real sign);

}  // namespace corten
