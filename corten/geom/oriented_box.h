// Quick rejection of two oriented boxes by the six face directions (no edge-edge axes), for the mid phase.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/math/mat3.h"
#include "corten/math/pack.h"
#include "corten/math/spatial.h"

namespace corten {

// A box given in the frame (pos, mat).
struct PlacedBox {
  const Aabb<Real>& box;
  const Vec3<Real>& pos;
  const Mat3<Real>& mat;
  bool is_node = false;  // of a tree: its centre is projected part by part, which rounds differently

  Vec3<Real> center() const { return mat * box.center + pos; }
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
  return std::abs(b.box.half[0] * dot(b.mat.col(0), direction)) +
         std::abs(b.box.half[1] * dot(b.mat.col(1), direction)) +
         std::abs(b.box.half[2] * dot(b.mat.col(2), direction));
}

// position of the centre along a direction
inline Real center_along(const PlacedBox& b, const Vec3<Real>& direction) {
  if (!b.is_node) return dot(b.center(), direction);
  const Vec3<Real>& c = b.box.center;
  return c[0] * dot(b.mat.col(0), direction) + c[1] * dot(b.mat.col(1), direction) +
         c[2] * dot(b.mat.col(2), direction) + dot(b.pos, direction);
}

// The oracle's test with its rounding.
inline bool boxes_apart_exact(const PlacedBox& a, const PlacedBox& b, Real margin) {
  if (all_infinite(a.box.half) || all_infinite(b.box.half)) return false;
  const bool skip[2] = {any_infinite(b.box.half), any_infinite(a.box.half)};
  for (int j = 0; j < 2; ++j) {
    if (skip[j]) continue;
    for (int k = 0; k < 3; ++k) {
      const PlacedBox& own = j == 0 ? a : b;
      const Vec3<Real> direction = own.mat.col(k);
      const Real distance = std::abs(center_along(b, direction) - center_along(a, direction));
      // a box reaches at least this far along its own axes: unbounded sides need no sums
      if (margin >= 0 && distance < Real(0.99) * own.box.half[k]) continue;
      const Real reach = half_extent(a, direction) + half_extent(b, direction) + margin;
      if (reach < distance) return true;
    }
  }
  return false;
}

// The same answer for a box without bounds along some axes, as that of a plane: only its own axes are asked,
// and where it has no bounds nothing is apart. Its centre is half of kInfiniteHalf away, which rounding goes
// by.
inline bool boxes_apart_unbounded(const PlacedBox& own, const PlacedBox& other, Real margin) {
  if (margin < 0 || all_infinite(own.box.half) || any_infinite(other.box.half))
    return boxes_apart_exact(own, other, margin);
  const Vec3<Real> offset = other.center() - own.center();
  const Real rounding = Real(1e-14) * kInfiniteHalf;
  for (int k = 0; k < 3; ++k) {
    const Vec3<Real> axis = own.mat.col(k);
    const Real distance = std::abs(dot(offset, axis));
    if (distance < Real(0.9) * own.box.half[k]) continue;
    const Real gap = distance - (own.box.half[k] + half_extent(other, axis) + margin);
    if (!(std::abs(gap) > rounding)) return boxes_apart_exact(own, other, margin);
    if (gap > 0) return true;
  }
  return false;
}

// Three numbers, two of them in one register.
struct Three {
  Pack<Real, 2> xy;
  Real z;

  static Three load(const Real* p) { return {Pack<Real, 2>::load(p), p[2]}; }
  friend Three operator+(const Three& a, const Three& b) { return {a.xy + b.xy, a.z + b.z}; }
  friend Three operator-(const Three& a, const Three& b) { return {a.xy - b.xy, a.z - b.z}; }
  friend Three operator*(const Three& a, Real s) { return {a.xy * Pack<Real, 2>(s), a.z * s}; }
  friend Three abs(const Three& a) { return {abs(a.xy), std::abs(a.z)}; }
  friend Real sum(const Three& a) { return a.xy.lane(0) + a.xy.lane(1) + a.z; }
  friend Real largest(const Three& a) { return std::max(std::max(a.xy.lane(0), a.xy.lane(1)), a.z); }
};

inline Real dot(const Three& a, const Three& b) { return sum(Three{a.xy * b.xy, a.z * b.z}); }

// components of a vector along the columns of a rotation
inline Three along_columns(const Mat3<Real>& mat, const Vec3<Real>& v) {
  const Real* row = mat.data();
  return Three::load(row) * v[0] + Three::load(row + 3) * v[1] + Three::load(row + 6) * v[2];
}

// The same answer at a third of the cost: a box reaches as far as its half size along its own axes, and only
// when some gap is within rounding of zero the oracle's arithmetic decides.
inline bool boxes_apart(const PlacedBox& a, const PlacedBox& b, Real margin) {
  if (any_infinite(a.box.half)) return boxes_apart_unbounded(a, b, margin);
  if (any_infinite(b.box.half)) return boxes_apart_unbounded(b, a, margin);
  const Vec3<Real> center_a = a.center(), center_b = b.center();
  const Three half_a = Three::load(a.box.half.data()), half_b = Three::load(b.box.half.data());
  const auto size = [](const Vec3<Real>& v) { return abs(Three::load(v.data())); };
  const Real rounding =
      Real(1e-12) * (sum(size(center_a) + size(center_b) + abs(half_a) + abs(half_b)) + std::abs(margin));

  const Vec3<Real> offset = center_b - center_a;
  const Three along_a = abs(along_columns(a.mat, offset));
  const Real distance[3] = {along_a.xy.lane(0), along_a.xy.lane(1), along_a.z};
  // along the axes of a first: the rotation between the boxes is taken row by row, as far as needed
  Three reach_a{Pack<Real, 2>(margin), margin};  // along the axes of b
  Real widest = -kInfiniteHalf;
  for (int k = 0; k < 3; ++k) {
    const Three row = abs(along_columns(b.mat, a.mat.col(k)));
    const Real gap = distance[k] - (a.box.half[k] + dot(row, half_b) + margin);
    if (gap > rounding) return true;
    widest = std::max(widest, gap);
    reach_a = reach_a + row * a.box.half[k];
  }
  const Three gap = abs(along_columns(b.mat, offset)) - (half_b + reach_a);
  widest = std::max(widest, largest(gap));
  if (widest > rounding) return true;
  return widest < -rounding ? false : boxes_apart_exact(a, b, margin);
}

}  // namespace corten
