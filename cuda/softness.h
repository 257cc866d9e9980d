// The engine's softness as the device wants it: spring, damper, impedance and the weight of the diagonal.
#pragma once

#include "corten/constraint/impedance.h"
#include "cuda/model_view.h"

namespace corten::gpu {

template <class T>
Soft<T> soft_of(const Softness& s, Real weight, bool spring) {
  const Vec<Real, 4> kb = stiffness_damping(s.ref, s.imp, Impedance{}, spring);
  Soft<T> out{static_cast<T>(kb[0]), static_cast<T>(kb[1]), {}, static_cast<T>(weight)};
  for (int k = 0; k < 5; ++k) out.imp[k] = static_cast<T>(s.imp[k]);
  return out;
}

}  // namespace corten::gpu
