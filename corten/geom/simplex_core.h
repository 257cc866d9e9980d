// Closest point of a simplex to the origin: weights of its vertices by signed volumes.
#pragma once

#include <cmath>

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

namespace core {
inline constexpr Real kFlat = 1e-15;  // squared normals below it are taken from other edges
}

// Foot of the origin on the plane through a, b, c; false when the three span none.
CORTEN_HD inline bool plane_foot(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c,
                                 Vec3<Real>& foot) {
  const auto project = [&](const Vec3<Real>& n, Real height, Real squared) { foot = n * (height / squared); };
  Vec3<Real> n = cross(c - b, b - a);
  Real height = dot(n, b), squared = dot(n, n);
  if (squared == 0) return false;
  if (height != 0 && squared > core::kFlat) return project(n, height, squared), true;
  n = cross(b - a, c - a);
  height = dot(n, a), squared = dot(n, n);
  if (squared == 0) return false;
  if (height != 0 && squared > core::kFlat) return project(n, height, squared), true;
  n = cross(c - a, c - b);
  project(n, dot(n, c), dot(n, n));
  return true;
}

// Affine coordinates of p, a point of the plane, in the triangle a, b, c: the signed areas over their total.
struct TriangleAreas {
  Real total;
  Vec3<Real> part;
};
CORTEN_HD inline TriangleAreas triangle_areas(const Vec3<Real>& p, const Vec3<Real>& a, const Vec3<Real>& b,
                                              const Vec3<Real>& c) {
  const auto total = [&](int x, int y) {
    return b[x] * c[y] - b[y] * c[x] - a[x] * c[y] + a[y] * c[x] + a[x] * b[y] - a[y] * b[x];
  };
  const Real m12 = total(1, 2), m02 = total(0, 2), m01 = total(0, 1);
  const Real s12 = std::abs(m12), s02 = std::abs(m02), s01 = std::abs(m01);
  int x = 0, y = 1;
  Real m = m01;
  if (s12 >= s02 && s12 >= s01) {
    x = 1, y = 2, m = m12;
  } else if (s02 >= s01) {
    x = 0, y = 2, m = m02;
  }
  const auto part = [&](const Vec3<Real>& q, const Vec3<Real>& r) {
    return p[x] * q[y] + p[y] * r[x] + q[x] * r[y] - p[x] * r[y] - p[y] * q[x] - r[x] * q[y];
  };
  return {m, {part(b, c), part(c, a), part(a, b)}};
}

namespace core {

// a zero has no sign
CORTEN_HD inline bool same_sign(Real a, Real b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

CORTEN_HD inline Real det(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

CORTEN_HD inline int largest_axis(const Vec3<Real>& v) {  // ties: the later axis
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(v[k]) >= std::abs(v[axis])) axis = k;
  return axis;
}

// When the foot is outside the segment the second end is taken, whichever is nearer: MuJoCo's choice.
CORTEN_HD inline Vec2<Real> segment_weights(const Vec3<Real>& a, const Vec3<Real>& b) {
  const Vec3<Real> d = b - a;
  const Real t = -(dot(b, d) / dot(d, d));
  const Vec3<Real> foot = b + d * t;
  const int k = largest_axis(a - b);
  const Real length = a[k] - b[k], to_b = foot[k] - b[k], to_a = a[k] - foot[k];
  if (same_sign(length, to_b) && same_sign(length, to_a)) return {to_b / length, to_a / length};
  return {0, 1};
}

// Keeps the nearest of several candidate points.
class Nearest {
 public:
  // true when the point replaces the best so far
  CORTEN_HD bool offer(const Vec3<Real>& point, bool unconditional) {
    const Real squared = dot(point, point);
    if (!unconditional && !(squared < best_)) return false;
    best_ = squared;
    return true;
  }

 private:
  Real best_ = kHuge;
};

CORTEN_HD inline Vec3<Real> triangle_weights(const Vec3<Real>& a, const Vec3<Real>& b, const Vec3<Real>& c) {
  Vec3<Real> foot;
  if (!plane_foot(a, b, c, foot)) {
    const Vec2<Real> w = segment_weights(a, b);
    return {w[0], w[1], 0};
  }
  const TriangleAreas areas = triangle_areas(foot, a, b, c);
  const auto inside = [&](int i) { return same_sign(areas.total, areas.part[i]); };
  if (inside(0) && inside(1) && inside(2))
    return {areas.part[0] / areas.total, areas.part[1] / areas.total, areas.part[2] / areas.total};

  Vec3<Real> weights{};
  Nearest nearest;
  const Vec3<Real>* v[3] = {&a, &b, &c};
  constexpr int kOpposite[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  for (int i = 0; i < 3; ++i) {
    if (inside(i)) continue;
    const int j = kOpposite[i][0], k = kOpposite[i][1];
    const Vec2<Real> w = segment_weights(*v[j], *v[k]);
    if (!nearest.offer(*v[j] * w[0] + *v[k] * w[1], i == 0)) continue;
    weights = {};
    weights[j] = w[0];
    weights[k] = w[1];
  }
  return weights;
}

CORTEN_HD inline Vec<Real, 4> tetrahedron_weights(const Vec3<Real>& s0, const Vec3<Real>& s1,
                                                  const Vec3<Real>& s2, const Vec3<Real>& s3) {
  const Vec<Real, 4> volume{-det(s1, s2, s3), det(s0, s2, s3), -det(s0, s1, s3), det(s0, s1, s2)};
  const Real total = volume[0] + volume[1] + volume[2] + volume[3];
  const auto inside = [&](int i) { return same_sign(total, volume[i]); };
  if (inside(0) && inside(1) && inside(2) && inside(3))
    return {volume[0] / total, volume[1] / total, volume[2] / total, volume[3] / total};

  Vec<Real, 4> weights{};
  Nearest nearest;
  const Vec3<Real>* v[4] = {&s0, &s1, &s2, &s3};
  constexpr int kOpposite[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  for (int i = 0; i < 4; ++i) {
    if (inside(i)) continue;
    const int* f = kOpposite[i];
    const Vec3<Real> w = triangle_weights(*v[f[0]], *v[f[1]], *v[f[2]]);
    if (!nearest.offer(*v[f[0]] * w[0] + *v[f[1]] * w[1] + *v[f[2]] * w[2], i == 0)) continue;
    if (i < 3)
      weights[i] = 0;  // the last face leaves the fourth weight as it was: MuJoCo's numbers depend on it
    for (int k = 0; k < 3; ++k) weights[f[k]] = w[k];
  }
  return weights;
}

}  // namespace core

// Weights of the closest point of the first n vertices (1 to 4); weights beyond n are zero.
CORTEN_HD inline Vec<Real, 4> closest_weights(const DifferenceVertex* v, int n) {
  if (n == 4) return core::tetrahedron_weights(v[0].w, v[1].w, v[2].w, v[3].w);
  if (n == 3) {
    const Vec3<Real> w = core::triangle_weights(v[0].w, v[1].w, v[2].w);
    return {w[0], w[1], w[2], 0};
  }
  if (n == 2) {
    const Vec2<Real> w = core::segment_weights(v[0].w, v[1].w);
    return {w[0], w[1], 0, 0};
  }
  return {1, 0, 0, 0};
}

}  // namespace corten
