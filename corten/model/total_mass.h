// The mass of a whole model.
#pragma once

#include <algorithm>

#include "corten/model/model.h"

namespace corten {

inline Real total_mass(const Model& m) {
  Real total = 0;
  for (const Real mass : m.body_mass) total += mass;
  return total;
}

// Scales masses and inertias so that they add up to `mass`; what follows from them needs set_const.
inline void scale_to_mass(Model& m, Real mass) {
  const Real scale = std::max(kMinVal<Real>, mass / std::max(kMinVal<Real>, total_mass(m)));
  for (int body = 0; body < m.nbody; ++body) {
    m.body_mass[body] *= scale;
    m.body_inertia[body] *= scale;
  }
}

}  // namespace corten
