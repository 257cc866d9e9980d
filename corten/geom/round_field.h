// Distances from the torus and the bowl, for one point or several in lanes. A program whose FieldView says
// torus_distance or bowl_distance, and owns such an object, is also asked for eight points at once.
#pragma once

#include <cmath>

#include "corten/math/vec3.h"

namespace corten {

// A ring about z with a round section.
struct TorusField {
  Real ring, section;  // radii

  template <class T>
  T distance(const Vec3<T>& x) const {
    using std::sqrt;
    const T q = sqrt(x[0] * x[0] + x[1] * x[1]) - T(ring);
    return sqrt(q * q + x[2] * x[2]) - T(section);
  }
};

// A sphere cut off at a height, as a wall; it opens upwards.
struct BowlField {
  Real height, radius, thickness;  // of the cut, of the sphere, half of the wall's
  Real rim;                        // radius of the opening

  template <class T>
  T distance(const Vec3<T>& x) const {
    using std::sqrt;
    return at(sqrt(x[0] * x[0] + x[1] * x[1]), x[2]);
  }
  template <class T>
  T at(T rho, T z) const {
    using std::abs, std::sqrt;
    const auto above = T(height) * rho < T(rim) * z;
    const T u = rho - T(rim), v = z - T(height);
    const T length = sqrt(select(above, u * u + v * v, rho * rho + z * z));
    return select(above, length, abs(length - T(radius))) - T(thickness);
  }
};

// own: a TorusField, a BowlField
inline Real torus_distance(const void* own, const Vec3<Real>& point) {
  return static_cast<const TorusField*>(own)->distance(point);
}
inline Real bowl_distance(const void* own, const Vec3<Real>& point) {
  return static_cast<const BowlField*>(own)->distance(point);
}

}  // namespace corten
