// Interpolation on [0, 1]³ between the nodes of a flex: products of polynomials of order 1 or 2, x index
// slowest.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

inline constexpr int kMaxFlexNodes = 27;

inline constexpr int flex_node_count(int order) { return (order + 1) * (order + 1) * (order + 1); }

// one-dimensional basis
inline Real flex_basis(int order, int i, Real s) {
  if (order == 1) return i == 0 ? 1 - s : s;
  return i == 0 ? 2 * s * s - 3 * s + 1 : i == 1 ? 4 * (s - s * s) : 2 * s * s - s;
}
inline Real flex_basis_slope(int order, int i, Real s) {
  if (order == 1) return i == 0 ? -1 : 1;
  return i == 0 ? 4 * s - 3 : i == 1 ? 4 * (1 - 2 * s) : 4 * s - 1;
}

// fn(node, φ_node(at)) for all nodes
template <class Fn>
void for_flex_weights(int order, const Vec3<Real>& at, Fn&& fn) {
  Real value[3][3];
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i <= order; ++i) value[axis][i] = flex_basis(order, i, at[axis]);
  int node = 0;
  for (int i = 0; i <= order; ++i)
    for (int j = 0; j <= order; ++j)
      for (int k = 0; k <= order; ++k) fn(node++, value[2][k] * value[1][j] * value[0][i]);
}

// fn(node, ∇φ_node(at)) for all nodes
template <class Fn>
void for_flex_gradients(int order, const Vec3<Real>& at, Fn&& fn) {
  Real value[3][3], slope[3][3];
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i <= order; ++i) {
      value[axis][i] = flex_basis(order, i, at[axis]);
      slope[axis][i] = flex_basis_slope(order, i, at[axis]);
    }
  int node = 0;
  for (int i = 0; i <= order; ++i)
    for (int j = 0; j <= order; ++j)
      for (int k = 0; k <= order; ++k)
        fn(node++,
           Vec3<Real>{slope[0][i] * value[1][j] * value[2][k], value[0][i] * slope[1][j] * value[2][k],
                      value[0][i] * value[1][j] * slope[2][k]});
}

}  // namespace corten
