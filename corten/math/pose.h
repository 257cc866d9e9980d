// Pose of a frame in its parent: where its origin is and how it is turned.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

template <class T>
struct Pose {
  static constexpr int kSize = 7;
  Vec3<T> pos{};
  Quat<T> quat = Quat<T>::identity();
  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

// A local point in the parent frame.
template <class T>
CORTEN_HD constexpr Vec3<T> operator*(const Pose<T>& pose, const Vec3<T>& v) {
  return rotate(pose.quat, v) + pose.pos;
}

// The pose of b's frame, given in a, in the parent of a. The quaternion is scaled to unit length.
template <class T>
CORTEN_HD Pose<T> operator*(const Pose<T>& a, const Pose<T>& b) {
  return {a * b.pos, unit(a.quat * b.quat)};
}

// The parent frame as seen from the pose.
template <class T>
CORTEN_HD constexpr Pose<T> inverse(const Pose<T>& pose) {
  const Quat<T> back = conjugate(pose.quat);
  return {-rotate(back, pose.pos), back};
}

}  // namespace corten
