// Rank-one update of a Cholesky factor, pivot by pivot; l is a pivot's row, v what is taken in or away.
//   adding, with v kept √α times its length:  t = v_p / l_p,  a = α + t²,  r = √(a/α),
//     l ← l/r + (t r/a) v,  v ← v − t l  with the old l,  α ← a;
//     the next pivot waits for a product and a difference only, roots and divisions are off that path
//   removing, a hyperbolic rotation:  l ← (l − s v)/c,  v ← c v − s l  with the new l
// Each is a form that keeps the digits of small entries beside a large vector.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {

struct Addition {
  double t = 0, rinv = 1, g = 0;

  template <class T>
  void apply(T& l, T& v) const {
    const T old = l;
    l = T(rinv) * old + T(g) * v;
    v = v - T(t) * old;
  }
};

struct Removal {
  double c = 1, cinv = 1, s = 0;

  template <class T>
  void apply(T& l, T& v) const {
    l = (l - T(s) * v) * T(cinv);
    v = T(c) * v - T(s) * l;
  }
};

// What an update knows beside the vector while it goes from pivot to pivot.
struct AddState {
  using Step = Addition;
  int rank;
  double alpha = 1;

  // Takes v into a pivot and its inverse.
  Addition rotate(double& diag, double& inverse, double v) {
    const double t = v * inverse, before = alpha;
    alpha = before + t * t;
    const double over_alpha = 1 / alpha, r = std::sqrt(alpha / before), rinv = r * before * over_alpha;
    diag *= r;
    inverse *= rinv;
    return {t, rinv, t * r * over_alpha};
  }
};

struct RemoveState {
  using Step = Removal;
  int rank;

  // Takes v out of a pivot; lowers the rank if the pivot has to be raised, or if so little of it is left that
  // this is mostly rounding.
  Removal rotate(double& diag, double& inverse, double v) {
    constexpr double kMinPivot = 1e-15;  // of squared pivots; mjMINVAL
    constexpr double kCancelled = 1e-8;
    const double before = diag * diag;
    const double squared = before - v * v;
    if (squared < std::max(kMinPivot, kCancelled * before)) --rank;
    const double pivot = std::sqrt(std::max(squared, kMinPivot)), c = pivot * inverse, s = v * inverse;
    diag = pivot;
    inverse = 1 / pivot;
    return {c, 1 / c, s};
  }
};

}  // namespace CORTEN_ISA
}  // namespace corten
