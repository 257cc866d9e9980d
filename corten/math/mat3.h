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
CORTEN_HD constexpr Mat3<T> operator-(Mat3<T> m) {
  for (T& x : m.e) x = -x;
  return m;
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
  if (all(is_identity(q))) return Mat3<T>::identity();
  const T q00 = q[0] * q[0], q01 = q[0] * q[1], q02 = q[0] * q[2], q03 = q[0] * q[3];
  const T q11 = q[1] * q[1], q12 = q[1] * q[2], q13 = q[1] * q[3];
  const T q22 = q[2] * q[2], q23 = q[2] * q[3], q33 = q[3] * q[3];
  return {q00 + q11 - q22 - q33, T(2) * (q12 - q03),    T(2) * (q13 + q02),
          T(2) * (q12 + q03),    q00 - q11 + q22 - q33, T(2) * (q23 - q01),
          T(2) * (q13 - q02),    T(2) * (q23 + q01),    q00 - q11 - q22 + q33};
}

// Aᵀ B
template <class T>
CORTEN_HD constexpr Mat3<T> transpose_mul(const Mat3<T>& a, const Mat3<T>& b) {
  Mat3<T> c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = a(0, i) * b(0, j) + a(1, i) * b(1, j) + a(2, i) * b(2, j);
  return c;
}

// A Bᵀ
template <class T>
CORTEN_HD constexpr Mat3<T> mul_transpose(const Mat3<T>& a, const Mat3<T>& b) {
  Mat3<T> c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) c(i, j) = a(i, 0) * b(j, 0) + a(i, 1) * b(j, 1) + a(i, 2) * b(j, 2);
  return c;
}

// Quaternion of a rotation matrix before the final scaling to unit length, from the largest of the four
// squared components, which comes out positive.
template <class T>
CORTEN_HD Quat<T> raw_quat(const Mat3<T>& m) {
  using std::sqrt;
  if (m[0] + m[4] + m[8] > T(0)) {
    const T w = T(0.5) * sqrt(T(1) + m[0] + m[4] + m[8]);  // not 1 + trace: the last bit differs
    return {w, T(0.25) * (m[7] - m[5]) / w, T(0.25) * (m[2] - m[6]) / w, T(0.25) * (m[3] - m[1]) / w};
  }
  if (m[0] > m[4] && m[0] > m[8]) {
    const T x = T(0.5) * sqrt(T(1) + m[0] - m[4] - m[8]);
    return {T(0.25) * (m[7] - m[5]) / x, x, T(0.25) * (m[1] + m[3]) / x, T(0.25) * (m[2] + m[6]) / x};
  }
  if (m[4] > m[8]) {
    const T y = T(0.5) * sqrt(T(1) - m[0] + m[4] - m[8]);
    return {T(0.25) * (m[2] - m[6]) / y, T(0.25) * (m[1] + m[3]) / y, y, T(0.25) * (m[5] + m[7]) / y};
  }
  const T z = T(0.5) * sqrt(T(1) - m[0] - m[4] + m[8]);
  return {T(0.25) * (m[3] - m[1]) / z, T(0.25) * (m[2] + m[6]) / z, T(0.25) * (m[5] + m[7]) / z, z};
}

template <class T>
CORTEN_HD Quat<T> to_quat(const Mat3<T>& m) {
  return unit(raw_quat(m));
}

}  // namespace corten
