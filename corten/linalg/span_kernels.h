// The vector kernels over spans.
#pragma once

#include <cassert>
#include <cmath>
#include <span>

#include "corten/linalg/vector_kernels.h"

namespace corten {

inline Real dot(std::span<const Real> a, std::span<const Real> b) {
  assert(a.size() == b.size());
  return dot(a.data(), b.data(), static_cast<int>(a.size()));
}

inline Real norm(std::span<const Real> a) { return std::sqrt(dot(a, a)); }

// y += s x
inline void add_scaled(std::span<Real> y, std::span<const Real> x, Real s) {
  assert(x.size() == y.size());
  add_scaled(y.data(), x.data(), s, static_cast<int>(y.size()));
}

}  // namespace corten
