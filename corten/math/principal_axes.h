// Principal axes of a symmetric 3×3 matrix at model building: Jacobi rotations on a quaternion. The absolute
// threshold of 1e-12 is the oracle's: smaller off-diagonal entries are dropped, not rotated away.
#pragma once

#include <utility>

#include "corten/math/build_frame.h"

namespace corten::build {

struct PrincipalAxes {
  Vec3<Real> value;  // decreasing
  Quat<Real> quat;   // columns of its matrix are the axes
};

namespace detail {

struct Pivot {
  int row, col, axis;  // axis: the one left alone by the rotation
};

inline Pivot largest_off_diagonal(const Mat3<Real>& d) {
  const Real d01 = std::abs(d(0, 1)), d02 = std::abs(d(0, 2)), d12 = std::abs(d(1, 2));
  if (d01 > d02 && d01 > d12) return {0, 1, 2};
  if (d02 > d12) return {0, 2, 1};
  return {1, 2, 0};
}

// one Jacobi rotation of the axes; false when converged
inline bool rotate_axes(const Mat3<Real>& d, Quat<Real>& quat) {
  constexpr Real kTolerance = 1e-12;
  const Pivot p = largest_off_diagonal(d);
  if (std::abs(d(p.row, p.col)) < kTolerance) return false;
  const Real tau = (d(p.col, p.col) - d(p.row, p.row)) / (2 * d(p.row, p.col));
  const Real root = std::sqrt(1 + tau * tau);
  const Real t = tau >= 0 ? 1 / (tau + root) : -1 / (-tau + root);
  const Real cosine = 1 / std::sqrt(1 + t * t);
  if (cosine > 1 - kTolerance) return false;
  Real s = std::sqrt(0.5 - 0.5 * cosine);
  if (tau >= 0) s = -s;
  if (p.axis == 1) s = -s;
  Quat<Real> turn{std::sqrt(1 - s * s), 0, 0, 0};
  turn[p.axis + 1] = s;
  quat = mul(quat, turn);
  return true;
}

inline void swap_if_increasing(PrincipalAxes& axes, int j) {
  if (axes.value[j] + 1e-12 >= axes.value[j + 1]) return;
  constexpr Real kHalf = 0.707106781186548;  // the oracle's decimals of √½
  std::swap(axes.value[j], axes.value[j + 1]);
  Quat<Real> turn{kHalf, 0, 0, 0};
  turn[(j + 2) % 3 + 1] = kHalf;
  axes.quat = mul(axes.quat, turn);
}

}  // namespace detail

inline PrincipalAxes principal_axes(const Mat3<Real>& m) {
  PrincipalAxes axes{{}, Quat<Real>::identity()};
  for (int i = 0; i < 500; ++i) {
    const Mat3<Real> r = to_mat(axes.quat);
    const Mat3<Real> d = transpose(r) * m * r;
    axes.value = {d(0, 0), d(1, 1), d(2, 2)};
    if (!detail::rotate_axes(d, axes.quat)) break;
  }
  for (const int j : {0, 1, 0}) detail::swap_if_increasing(axes, j);
  return axes;
}

}  // namespace corten::build
