// Rotation nearest to a matrix (its polar factor), refined from a starting quaternion: flexible bodies follow
// their deformation with it.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

// Turns `q` until it fits `m` (Müller et al. 2016): ω = Σ rᵢ × aᵢ / |Σ rᵢ · aᵢ| over the columns of R(q) and
// M. Returns the number of turns made.
template <class T>
CORTEN_HD int mat_to_rot(const Mat3<T>& m, Quat<T>& q) {
  using std::abs;
  constexpr int kMaxIterations = 500;
  constexpr double kTolerance = 1e-9;  // on the angle of a turn
  int iteration = 0;
  for (; iteration < kMaxIterations; ++iteration) {
    const Mat3<T> r = to_mat(q);
    Vec3<T> omega = cross(r.col(0), m.col(0));
    omega += cross(r.col(1), m.col(1));
    omega += cross(r.col(2), m.col(2));
    const T fit = dot(r.col(0), m.col(0)) + dot(r.col(1), m.col(1)) + dot(r.col(2), m.col(2));
    omega *= T(1) / (abs(fit) + kMinVal<T>);
    const T angle = normalize(omega);
    if (angle < T(kTolerance)) break;
    q = unit(axis_angle_quat(omega, angle) * q);
  }
  return iteration;
}

}  // namespace corten
