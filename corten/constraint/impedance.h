// Softness of a constraint: solref and solimp as stiffness, damping and impedance.
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/constants.h"
#include "corten/model/model.h"

namespace corten {

using SolRef = Vec<Real, kNRef>;
using SolImp = Vec<Real, kNImp>;

// Parameters of one object, made safe.
struct Softness {
  SolRef ref;
  SolRef friction_ref;  // rows of an elliptic contact other than the normal; zero means ref
  SolImp imp;
};

// Mixed signs are replaced by the default, time constants kept above two steps, impedances inside their
// range.
Softness safe_softness(const Model& m, const SolRef& ref, const SolImp& imp, const SolRef& friction_ref = {});

// Impedance d and its slope at distance pos − margin.
struct Impedance {
  Real d;
  Real slope;
};
Impedance impedance(const SolImp& imp, Real distance);

// (K, B, d, d'); rows without a spring have K = 0
Vec<Real, 4> stiffness_damping(const SolRef& ref, const SolImp& imp, const Impedance& impedance, bool spring);

}  // namespace corten
