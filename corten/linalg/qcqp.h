// Quadratic program on an ellipsoid, the friction step of the dual solvers:
//   min ½ yᵀA y + yᵀb  subject to  Σ (y_i / d_i)² ≤ r²
#pragma once

#include <span>

#include "corten/base/config.h"

namespace corten {

inline constexpr int kMaxQcqp = 5;

// A is n × n row-major, n ≤ 5. Newton on the multiplier from 0, at most 20 iterations. Returns whether the
// constraint is active; a nearly singular A (absolute test, 1e-10) gives y = 0, inactive.
bool qcqp(std::span<Real> y, std::span<const Real> A, std::span<const Real> b, std::span<const Real> d,
          Real r);

}  // namespace corten
