#include "corten/constraint/impedance.h"

#include <algorithm>
#include <cmath>

namespace corten {
namespace {

bool mixed_signs(const SolRef& ref) { return (ref[0] > 0) != (ref[1] > 0); }

SolRef keep_stable(const Model& m, SolRef ref) {
  if (!(m.opt.disableflags & mjDSBL_REFSAFE) && ref[0] > 0) ref[0] = std::max(ref[0], 2 * m.opt.timestep);
  return ref;
}

Real power(Real x, Real p) {
  if (p == 1) return x;
  if (p == 2) return x * x;
  return std::pow(x, p);
}

}  // namespace

Softness safe_softness(const Model& m, const SolRef& ref, const SolImp& imp, const SolRef& friction_ref) {
  Softness s{ref, friction_ref, imp};
  if (mixed_signs(s.ref)) s.ref = {0.02, 1};
  if (mixed_signs(s.friction_ref)) s.friction_ref = {0, 0};
  s.ref = keep_stable(m, s.ref);
  s.friction_ref = keep_stable(m, s.friction_ref);
  for (int i : {0, 1, 3}) s.imp[i] = std::clamp(s.imp[i], kMinImp, kMaxImp);
  s.imp[2] = std::max(Real(0), s.imp[2]);
  s.imp[4] = std::max(Real(1), s.imp[4]);
  return s;
}

// Two power curves joined at the midpoint, from d0 at distance 0 to dw at the width.
Impedance impedance(const SolImp& imp, Real distance) {
  const Real d0 = imp[0], dw = imp[1], width = imp[2], mid = imp[3], p = imp[4];
  if (d0 == dw || width <= kMinVal<Real>) return {0.5 * (d0 + dw), 0};
  Real x = distance / width, sign = 1;
  if (x < 0) x = -x, sign = -1;
  if (x >= 1) return {dw, 0};
  if (x == 0) return {d0, 0};
  Real y, slope;
  if (p == 1) {
    y = x;
    slope = 1;
  } else if (x <= mid) {
    const Real a = 1 / power(mid, p - 1);
    y = a * power(x, p);
    slope = p * a * power(x, p - 1);
  } else {
    const Real b = 1 / power(1 - mid, p - 1);
    y = 1 - b * power(1 - x, p);
    slope = p * b * power(1 - x, p - 1);
  }
  return {d0 + y * (dw - d0), slope * sign * (dw - d0) / width};
}

Vec<Real, 4> stiffness_damping(const SolRef& ref, const SolImp& imp, const Impedance& impedance,
                               bool spring) {
  const Real dw = imp[1];
  Real K = 0, B;
  if (spring) {
    K = ref[0] > 0 ? 1 / std::max(kMinVal<Real>, dw * dw * ref[0] * ref[0] * ref[1] * ref[1])
                   : -ref[0] / std::max(kMinVal<Real>, dw * dw);
  }
  B = ref[1] > 0 ? 2 / std::max(kMinVal<Real>, dw * ref[0]) : -ref[1] / std::max(kMinVal<Real>, dw);
  return {K, B, impedance.d, impedance.slope};
}

}  // namespace corten
