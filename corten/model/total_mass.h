// The mass of a whole model.
#pragma once

#include <algorithm>

#include "corten/model/model.h"

namespace corten {

// Of the bodies from `first` on: 0 counts the world as well, as MuJoCo's functions do, its compiler does not.
inline Real total_mass(const Model& m, int first = 0) {
  Real total = 0;
  for (int body = first; body < m.nbody; ++body) total += m.body_mass[body];
  return total;
}

// Scales masses and inertias so that they add up to `mass`; what follows from them needs set_const.
inline void scale_to_mass(Model& m, Real mass, int first = 0) {
  const Real scale = std::max(kMinVal<Real>, mass / std::max(kMinVal<Real>, total_mass(m, first)));
  for (int body = first; body < m.nbody; ++body) {
    m.body_mass[body] *= scale;
    m.body_inertia[body] *= scale;
  }
}

}  // namespace corten
