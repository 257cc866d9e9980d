// Eigenvalues of symmetric 3×3 matrices by Jacobi rotations kept in a quaternion, as the oracle has them: the
// signs and order of the axes, and which small off-diagonals are left alone, follow from the steps.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

template <class T>
struct Eig3 {
  Vec3<T> value;   // decreasing
  Mat3<T> vector;  // in the columns
  Quat<T> quat;    // the same rotation
  int iterations;
};

namespace eig3_detail {

inline constexpr double kTolerance = 1e-12;  // absolute, on off-diagonals, angles and the order
inline constexpr int kMaxIterations = 500;

// The entries a rotation about one axis works on: values and no indices, so that they stay in registers.
template <class T>
struct Pivot {
  int axis;    // of the rotation
  T row, col;  // on the diagonal
  T off;
};

template <class T>
CORTEN_HD Pivot<T> largest_off_diagonal(const Mat3<T>& d) {
  using std::abs;
  const T a01 = abs(d[1]), a02 = abs(d[2]), a12 = abs(d[5]);
  if (a01 > a02 && a01 > a12) return {2, d[0], d[4], d[1]};
  if (a02 > a12) return {1, d[0], d[8], d[2]};
  return {0, d[4], d[8], d[5]};
}

// The quaternion that annihilates one off-diagonal entry; false when its angle is lost in rounding.
template <class T>
CORTEN_HD bool jacobi_rotation(const Pivot<T>& p, Quat<T>& turn) {
  using std::sqrt;
  const T tau = (p.col - p.row) / (T(2) * p.off);
  const T tangent =
      tau >= T(0) ? T(1) / (tau + sqrt(T(1) + tau * tau)) : T(-1) / (-tau + sqrt(T(1) + tau * tau));
  const T cosine = T(1) / sqrt(T(1) + tangent * tangent);
  if (cosine > T(1) - T(kTolerance)) return false;
  const bool odd = p.axis == 1;  // the plane (0, 2) turns the other way about its axis
  const T half_sine = sqrt(T(0.5) - T(0.5) * cosine);
  const T sine = (tau >= T(0)) != odd ? -half_sine : half_sine;
  turn = {sqrt(T(1) - sine * sine), p.axis == 0 ? sine : T(0), p.axis == 1 ? sine : T(0),
          p.axis == 2 ? sine : T(0)};
  return true;
}

// Exchanges axes j and j + 1 by a quarter turn about the third when they are out of order.
template <class T, class Normalize>
CORTEN_HD void sort_pair(int j, Eig3<T>& eig, Normalize&& normalize_quat) {
  if (!(eig.value[j] + T(kTolerance) < eig.value[j + 1])) return;
  const T smaller = eig.value[j];
  eig.value[j] = eig.value[j + 1];
  eig.value[j + 1] = smaller;
  constexpr double kHalfSqrt2 = 0.707106781186548;  // the oracle's decimal, not √½ to the last bit
  Quat<T> turn{T(kHalfSqrt2), T(0), T(0), T(0)};
  turn[1 + (j + 2) % 3] = T(kHalfSqrt2);
  eig.quat = eig.quat * turn;
  normalize_quat(eig.quat);
}

// `normalize_quat` is the one difference between the engine and the model compiler.
template <class T, class Normalize>
CORTEN_HD Eig3<T> solve(const Mat3<T>& m, Normalize&& normalize_quat) {
  using std::abs;
  Eig3<T> eig;
  eig.quat = Quat<T>::identity();
  for (eig.iterations = 0; eig.iterations < kMaxIterations; ++eig.iterations) {
    eig.vector = to_mat(eig.quat);
    const Mat3<T> d = transpose_mul(eig.vector, m) * eig.vector;
    eig.value = {d[0], d[4], d[8]};
    const Pivot<T> pivot = largest_off_diagonal(d);
    if (abs(pivot.off) < T(kTolerance)) break;
    Quat<T> turn;
    if (!jacobi_rotation(pivot, turn)) break;
    eig.quat = eig.quat * turn;
    normalize_quat(eig.quat);
  }
  sort_pair(0, eig, normalize_quat);
  sort_pair(1, eig, normalize_quat);
  sort_pair(0, eig, normalize_quat);
  eig.vector = to_mat(eig.quat);
  return eig;
}

}  // namespace eig3_detail

// Only the symmetric matrix the oracle accepts: both triangles are read.
template <class T>
CORTEN_HD Eig3<T> eig3(const Mat3<T>& m) {
  return eig3_detail::solve(m, [](Quat<T>& q) { normalize(q); });
}

}  // namespace corten
