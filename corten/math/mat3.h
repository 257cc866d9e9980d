// 3×3 matrices, row-major; as rotations they take local vectors to the parent frame.
#pragma once

#include "corten/math/quat.h"

namespace corten {

template <class T>
struct Mat3 {
  static constexpr int kSize = 9;
  T e[9];

  CORTEN_HD constexpr T& operator[](int i) { return e[i]; }
  CORTEN_HD constexpr const T& operator[](int i) const { return e[i]; }
  CORTEN_HD constexpr T& operator()(int row, int col) { return e[3 * row + col]; }
  CORTEN_HD constexpr const T& operator()(int row, int col) const { return e[3 * row + col]; }
  CORTEN_HD constexpr Vec3<T> row(int i) const { return {e[3 * i], e[3 * i + 1], e[3 * i + 2]}; }
  CORTEN_HD constexpr Vec3<T> col(int i) const { return {e[i], e[3 + i], e[6 + i]}; }
  constexpr T* data() { return e; }
  constexpr const T* data() const { return e; }
  CORTEN_HD static constexpr Mat3 identity() {
    return {T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)};
  }
  CORTEN_HD static constexpr Mat3 from_cols(const Vec3<T>& x, const Vec3<T>& y, const Vec3<T>& z) {
    return {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
  }
  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
};

template <class T>
CORTEN_HD constexpr Vec3<T> operator*(const Mat3<T>& m, const Vec3<T>& v) {
  return {m[0] * v[0] + m[1] * v[1] + m[2] * v[2],  //
          m[3] * v[0] + m[4] * v[1] + m[5] * v[2],  //
          m[6] * v[0] + m[7] * v[1] + m[8] * v[2]};
}

// Mᵀ v: a parent-frame vector in local coordinates when M is a rotation
template <class T>
CORTEN_HD constexpr Vec3<T> transpose_mul(const Mat3<T>& m, const Vec3<T>& v) {
  return {m[0] * v[0] + m[3] * v[1] + m[6] * v[2],  //
          m[1] * v[0] + m[4] * v[1] + m[7] * v[2],  //
          m[2] * v[0] + m[5] * v[1] + m[8] * v[2]};
}

template <class T>
CORTEN_HD constexpr Mat3<T> transpose(const Mat3<T>& m) {
  return {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]};
}

template <class T>
CORTEN_HD constexpr Mat3<T> operator*(const Mat3<T>& a, const Mat3<T>& b) {
  Mat3<T> c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return c;
}

// Rotation matrix of a quaternion in the homogeneous form; the identity is exact.
template <class T>
CORTEN_HD constexpr Mat3<T> to_mat(const Quat<T>& q) {
  if (q == Quat<T>::identity()) return Mat3<T>::identity();
  const T q00 = q[0] * q[0], q01 = q[0] * q[1], q02 = q[0] * q[2], q03 = q[0] * q[3];
  const T q11 = q[1] * q[1], q12 = q[1] * q[2], q13 = q[1] * q[3];
  const T q22 = q[2] * q[2], q23 = q[2] * q[3], q33 = q[3] * q[3];
  return {q00 + q11 - q22 - q33, T(2) * (q12 - q03),    T(2) * (q13 + q02),
          T(2) * (q12 + q03),    q00 - q11 + q22 - q33, T(2) * (q23 - q01),
          T(2) * (q13 - q02),    T(2) * (q23 + q01),    q00 - q11 - q22 + q33};
}

}  // namespace corten
