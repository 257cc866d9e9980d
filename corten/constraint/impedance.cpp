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
