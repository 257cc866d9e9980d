// Dense Cholesky as L Lᵀ on a plain row-major array: MuJoCo's public mju_chol functions, bit for bit. Where
// bits do not matter the engine uses DenseCholesky, whose order of elimination suits kinematic trees.
#pragma once

#include <span>

#include "corten/base/config.h"

namespace corten {

// In place, lower triangle only; pivots below mindiag are raised to it. Returns the rank.
int lower_factor(std::span<Real> mat, int n, Real mindiag);
// x = (L Lᵀ)⁻¹ b; x and b may be the same
void lower_solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x);
// Factor of L Lᵀ + sign·x xᵀ, sign = ±1; x is scratch. Returns the rank.
int lower_update(std::span<Real> factor, std::span<Real> x, Real sign);

}  // namespace corten
