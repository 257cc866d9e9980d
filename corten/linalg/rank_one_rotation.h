// One step of a rank-one update of a Cholesky factor, l and v being an entry of the factor and of the vector.
//   adding:   a rotation,             l ← (l + s v)/c,  v ← (v − s l)/c     with the old l
//   removing: a hyperbolic rotation,  l ← (l − s v)/c,  v ← c v − s l       with the new l
// Each is the form that keeps the digits of small entries beside a large vector.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {

struct Rotation {
  double c = 1, cinv = 1, s = 0;

  template <bool kAdd, class T>
  void apply(T& l, T& v) const {
    const T old = l;
    if constexpr (kAdd) {
      l = (old + T(s) * v) * T(cinv);
      v = (v - T(s) * old) * T(cinv);
    } else {
      l = (old - T(s) * v) * T(cinv);
      v = T(c) * v - T(s) * l;
    }
  }
};

// Takes x into a pivot and its inverse; lowers the rank if the pivot has to be raised, or if taking x away
// leaves so little of it that what is left is mostly rounding.
template <bool kAdd>
inline Rotation rotate_pivot(double& diag, double& inverse, double x, int& rank) {
  constexpr double kMinPivot = 1e-15;  // mjMINVAL
  constexpr double kCancelled = 1e-8;
  const double before = diag * diag;
  double squared = kAdd ? before + x * x : before - x * x;
  if (squared < std::max(kMinPivot, kCancelled * before)) --rank;
  squared = std::max(squared, kMinPivot);
  const double pivot = std::sqrt(squared);
  Rotation r;
  r.c = pivot * inverse;
  r.s = x * inverse;
  r.cinv = 1 / r.c;
  diag = pivot;
  inverse = 1 / pivot;
  return r;
}

}  // namespace CORTEN_ISA
}  // namespace corten
