// Principal axes of a symmetric 3×3 matrix at model building: the engine's eig3 with the compiler's scaling
// to unit length. Off-diagonal entries below 1e-12 are dropped, not rotated away, whatever the size of the
// body.
#pragma once

#include "corten/math/build_frame.h"
#include "corten/math/eig3.h"

namespace corten::build {

struct PrincipalAxes {
  Vec3<Real> value;  // decreasing
  Quat<Real> quat;   // columns of its matrix are the axes
};

inline PrincipalAxes principal_axes(const Mat3<Real>& m) {
  const Eig3<Real> eig = eig3_detail::solve(m, [](Quat<Real>& q) { normalize(q); });
  return {eig.value, eig.quat};
}

}  // namespace corten::build
