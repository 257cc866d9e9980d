// One step of a rank-one update of a Cholesky factor: l ← (l + signed_s v)/c, v ← c v − s l.
#pragma once

#include <cmath>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {

struct Rotation {
  double c = 1, cinv = 1, s = 0, signed_s = 0;

  template <class T>
  void apply(T& l, T& v) const {
    l = (l + T(signed_s) * v) * T(cinv);
    v = T(c) * v - T(s) * l;
  }
};

// Takes x into a pivot and its inverse; lowers the rank if the pivot has to be raised.
inline Rotation rotate_pivot(double& diag, double& inverse, double x, double sign, int& rank) {
  constexpr double kMinPivot = 1e-15;  // mjMINVAL
  double squared = diag * diag + sign * (x * x);
  if (squared < kMinPivot) {
    squared = kMinPivot;
    --rank;
  }
  const double pivot = std::sqrt(squared);
  Rotation r;
  r.c = pivot * inverse;
  r.s = x * inverse;
  r.cinv = 1 / r.c;
  r.signed_s = sign * r.s;
  diag = pivot;
  inverse = 1 / pivot;
  return r;
}

}  // namespace CORTEN_ISA
}  // namespace corten
