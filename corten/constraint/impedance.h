// Softness of a constraint: solref and solimp as stiffness, damping and impedance.
#pragma once

#include "corten/constraint/impedance_core.h"
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

using Impedance = ImpedanceOf<Real>;

// (K, B, d, d'); rows without a spring have K = 0
Vec<Real, 4> stiffness_damping(const SolRef& ref, const SolImp& imp, const Impedance& impedance, bool spring);

}  // namespace corten
