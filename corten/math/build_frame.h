// Frame arithmetic of model building. It differs from the arithmetic of a step in its thresholds: vectors
// shorter than 1e-7 have no direction, and what is unit to 1e-14 keeps its bits, also after a product. These
// reach the last digits of a compiled model.
#pragma once

#include "corten/math/pose.h"

namespace corten::build {

inline constexpr Real kEps = 1e-14;  // MuJoCo's mjEPS: the threshold of model building
using corten::kPi;

using Pose = corten::Pose<Real>;

// Scales n numbers to unit length and returns the old length, 0 when there is no direction.
inline Real normalize(Real* v, int n) {
  Real squared = 0;
  for (int i = 0; i < n; ++i) squared += v[i] * v[i];
  if (squared < kEps) return 0;
  const Real length = std::sqrt(squared);
  if (std::abs(length - 1) > kEps)
    for (int i = 0; i < n; ++i) v[i] /= length;
  return length;
}
inline Real normalize(Vec3<Real>& v) { return normalize(v.data(), 3); }
inline Real normalize(Quat<Real>& q) { return normalize(q.data(), 4); }

// a ⊗ b, renormalised
inline Quat<Real> mul(const Quat<Real>& a, const Quat<Real>& b) {
  Quat<Real> q = a * b;
  normalize(q);
  return q;
}

// outer ∘ inner
inline Pose compose(const Pose& outer, const Pose& inner) {
  return {to_mat(outer.quat) * inner.pos + outer.pos, mul(outer.quat, inner.quat)};
}

// the pose T with T ∘ pose = null
inline Pose invert(const Pose& pose) {
  const Quat<Real> quat = conjugate(pose.quat);
  return {-rotate(quat, pose.pos), quat};
}

// The shortest rotation that takes z onto a unit vector; about x when they are opposite.
inline Quat<Real> z_to_vec(const Vec3<Real>& vec) {
  Vec3<Real> axis = cross(Vec3<Real>{0, 0, 1}, vec);
  const Real sine = normalize(axis);
  if (sine < 1e-10) axis = {1, 0, 0};
  const Real angle = std::atan2(sine, vec[2]);
  const Real half = std::sin(angle / 2);
  return {std::cos(angle / 2), half * axis[0], half * axis[1], half * axis[2]};
}

// The quaternion of a right-handed frame of unit axes.
inline Quat<Real> frame_to_quat(const Vec3<Real>& x, const Vec3<Real>& y, const Vec3<Real>& z) {
  Quat<Real> q = raw_quat(Mat3<Real>::from_cols(x, y, z));
  normalize(q);
  return q;
}

}  // namespace corten::build
