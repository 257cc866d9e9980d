// Quick rejection of two oriented boxes by the six face directions (no edge-edge axes), for the mid phase.
#pragma once

#include <cmath>

#include "corten/math/mat3.h"
#include "corten/math/spatial.h"

namespace corten {

// A box given in the frame (pos, mat).
struct PlacedBox {
  const Aabb<Real>& box;
  const Vec3<Real>& pos;
  const Mat3<Real>& mat;
};

inline constexpr Real kInfiniteHalf = 1e10;  // half sizes from here on are unbounded (mjMAXVAL)

inline bool any_infinite(const Vec3<Real>& half) {
  return half[0] >= kInfiniteHalf || half[1] >= kInfiniteHalf || half[2] >= kInfiniteHalf;
}
inline bool all_infinite(const Vec3<Real>& half) {
  return half[0] >= kInfiniteHalf && half[1] >= kInfiniteHalf && half[2] >= kInfiniteHalf;
}

// half extent of a box along a direction
inline Real half_extent(const PlacedBox& b, const Vec3<Real>& direction) {
  Real sum = 0;
  for (int k = 0; k < 3; ++k) sum += std::abs(b.box.half[k] * dot(b.mat.col(k), direction));
  return sum;
}

inline bool boxes_apart(const PlacedBox& a, const PlacedBox& b, Real margin) {
  if (all_infinite(a.box.half) || all_infinite(b.box.half)) return false;
  const bool skip[2] = {any_infinite(b.box.half), any_infinite(a.box.half)};
  const Vec3<Real> center_a = a.mat * a.box.center + a.pos;
  const Vec3<Real> center_b = b.mat * b.box.center + b.pos;
  for (int j = 0; j < 2; ++j) {
    if (skip[j]) continue;
    for (int k = 0; k < 3; ++k) {
      const Vec3<Real> direction = (j == 0 ? a : b).mat.col(k);
      const Real reach = half_extent(a, direction) + half_extent(b, direction) + margin;
      if (reach < std::abs(dot(center_b, direction) - dot(center_a, direction))) return true;
    }
  }
  return false;
}

}  // namespace corten
