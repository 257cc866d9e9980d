// Vectors and quaternions inside longer rows of numbers, such as qpos.
#pragma once

#include "corten/math/quat.h"

namespace corten {

template <class T>
CORTEN_HD constexpr Vec3<T> load_vec3(const T* p) {
  return {p[0], p[1], p[2]};
}

template <class T>
CORTEN_HD constexpr Quat<T> load_quat(const T* p) {
  return {p[0], p[1], p[2], p[3]};
}

template <class T>
CORTEN_HD constexpr void store(const Vec3<T>& v, T* p) {
  for (int i = 0; i < 3; ++i) p[i] = v[i];
}

template <class T>
CORTEN_HD constexpr void store(const Quat<T>& q, T* p) {
  for (int i = 0; i < 4; ++i) p[i] = q[i];
}

}  // namespace corten
