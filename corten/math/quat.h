// Quaternions (w, x, y, z) with the Hamilton product; unit quaternions rotate local vectors into the parent
// frame.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

template <class T>
struct Quat {
  static constexpr int kSize = 4;
  T e[4];

  CORTEN_HD constexpr T& operator[](int i) { return e[i]; }
  CORTEN_HD constexpr const T& operator[](int i) const { return e[i]; }
  constexpr T* data() { return e; }
  constexpr const T* data() const { return e; }
  CORTEN_HD static constexpr Quat identity() { return {T(1), T(0), T(0), T(0)}; }
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

template <class T>
CORTEN_HD constexpr Quat<T> conjugate(const Quat<T>& q) {
  return {q[0], -q[1], -q[2], -q[3]};
}

template <class T>
CORTEN_HD constexpr Quat<T> operator*(const Quat<T>& a, const Quat<T>& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],  //
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],  //
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],  //
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

template <class T>
CORTEN_HD T norm(const Quat<T>& q) {
  using std::sqrt;
  return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

// Scales to unit length and returns the old length. A quaternion already unit to rounding keeps its bits; one
// without direction becomes the identity.
template <class T>
CORTEN_HD T normalize(Quat<T>& q) {
  using std::abs;
  const T length = norm(q);
  if (length < kMinVal<T>) {
    q = Quat<T>::identity();
  } else if (abs(length - T(1)) > kMinVal<T>) {
    const T scale = T(1) / length;
    for (T& x : q.e) x *= scale;
  }
  return length;
}

template <class T>
CORTEN_HD Quat<T> unit(Quat<T> q) {
  normalize(q);
  return q;
}

template <class T>
CORTEN_HD Quat<T> axis_angle_quat(const Vec3<T>& axis, T angle) {
  using std::cos;
  using std::sin;
  if (angle == T(0)) return Quat<T>::identity();
  const T s = sin(angle * T(0.5));
  return {cos(angle * T(0.5)), axis[0] * s, axis[1] * s, axis[2] * s};
}

// v + 2 u × (w v + u × v) for q = (w, u)
template <class T>
CORTEN_HD constexpr Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& v) {
  if (v[0] == T(0) && v[1] == T(0) && v[2] == T(0)) return {};
  if (q == Quat<T>::identity()) return v;
  const Vec3<T> t{q[0] * v[0] + q[2] * v[2] - q[3] * v[1],  //
                  q[0] * v[1] + q[3] * v[0] - q[1] * v[2],  //
                  q[0] * v[2] + q[1] * v[1] - q[2] * v[0]};
  return {v[0] + T(2) * (q[2] * t[2] - q[3] * t[1]),  //
          v[1] + T(2) * (q[3] * t[0] - q[1] * t[2]),  //
          v[2] + T(2) * (q[1] * t[1] - q[2] * t[0])};
}

}  // namespace corten
