// Rays against triangles, seen from both sides.
#pragma once

#include <cmath>

#include "corten/geom/ray.h"

namespace corten {

// A ray with two directions across it, shared by all triangles it is tested against.
struct TriangleRay {
  Ray ray;
  Vec3<Real> across[2];

  CORTEN_HD explicit TriangleRay(const Ray& r);
};

CORTEN_HD inline TriangleRay::TriangleRay(const Ray& r) : ray(r) {
  const Vec3<Real>& w = r.direction;
  const Real ax = std::abs(w[0]), ay = std::abs(w[1]), az = std::abs(w[2]);
  Vec3<Real> start{1, 1, 1};
  start[ax >= ay && ax >= az ? 0 : ay >= az ? 1 : 2] = 0;
  across[1] = unit(start + w * (-dot(w, start) / dot(w, w)));
  across[0] = unit(cross(across[1], w));
}

namespace core {

CORTEN_HD inline bool all_on_one_side(const Vec2<Real> p[3], int k) {
  return (p[0][k] > 0 && p[1][k] > 0 && p[2][k] > 0) || (p[0][k] < 0 && p[1][k] < 0 && p[2][k] < 0);
}

// the ray, seen as the origin of the plane across it, lies in the projected triangle
CORTEN_HD inline bool inside(const Vec2<Real> p[3]) {
  if (all_on_one_side(p, 0) || all_on_one_side(p, 1)) return false;
  const Real a00 = p[0][0] - p[2][0], a01 = p[1][0] - p[2][0];
  const Real a10 = p[0][1] - p[2][1], a11 = p[1][1] - p[2][1];
  const Real b0 = -p[2][0], b1 = -p[2][1];
  const Real det = a00 * a11 - a10 * a01;
  if (std::abs(det) < kMinVal<Real>) return false;
  const Real alpha = (a11 * b0 - a01 * b1) / det;
  const Real beta = (-a10 * b0 + a00 * b1) / det;
  return alpha >= 0 && beta >= 0 && alpha + beta <= 1;
}

}  // namespace core

// x of the intersection, negative for a miss or behind; normal (not unit) is set on a hit
CORTEN_HD inline Real ray_triangle(const TriangleRay& r, const Vec3<Real>& v0, const Vec3<Real>& v1,
                                   const Vec3<Real>& v2, Vec3<Real>& normal) {
  const Vec3<Real>& origin = r.ray.origin;
  const Vec3<Real> offset[3] = {v0 - origin, v1 - origin, v2 - origin};
  Vec2<Real> planar[3];
  for (int i = 0; i < 3; ++i) planar[i] = {dot(r.across[0], offset[i]), dot(r.across[1], offset[i])};
  if (!core::inside(planar)) return -1;
  const Vec3<Real> n = cross(v0 - v2, v1 - v2);
  const Real slope = dot(r.ray.direction, n);
  if (std::abs(slope) < kMinVal<Real>) return -1;
  normal = n;
  return -dot(origin - v2, n) / slope;
}

}  // namespace corten
