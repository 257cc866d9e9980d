// Closest point of a simplex to the origin: weights of its vertices by signed volumes.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

// Vertex of the Minkowski difference A − B.
struct DifferenceVertex {
  Vec3<Real> w;  // a − b
  Vec3<Real> a;
  Vec3<Real> b;
  int index_a;  // support features, −1 for smooth shapes
  int index_b;
};

inline constexpr Real kHuge = 1.7976931348623157e308;  // "no distance": the largest double

// Foot of the origin on the plane through a, b, c; false when the three span none.
bool plane_foot(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c, Vec3<Real>& foot);

// Affine coordinates of p, a point of the plane, in the triangle a, b, c: the signed areas over their total.
struct TriangleAreas {
  Real total;
  Vec3<Real> part;
};
TriangleAreas triangle_areas(const Vec3<Real>& p, const Vec3<Real>& a, const Vec3<Real>& b,
                             const Vec3<Real>& c);

// Weights of the closest point of the first n vertices (1 to 4); weights beyond n are zero.
Vec<Real, 4> closest_weights(const DifferenceVertex* v, int n);

}  // namespace corten
