// Rays against plane, sphere, capsule, ellipsoid, cylinder and box.
#pragma once

#include <cmath>

#include "corten/geom/ray.h"

namespace corten::core {

inline constexpr Real kRayTiny = kMinVal<Real>;

// a x² + 2 b x + c = 0: both solutions, smaller first, −1 when there are none
struct Roots {
  Real x[2] = {-1, -1};

  // the smaller one that is not negative
  CORTEN_HD Real first() const { return x[0] >= 0 ? x[0] : x[1] >= 0 ? x[1] : -1; }
};

CORTEN_HD inline Roots solve_quadratic(Real a, Real b, Real c) {
  const Real det = b * b - a * c;
  if (det < 0 || a < kRayTiny) return {};
  const Real root = std::sqrt(det);
  return {{(-b - root) / a, (-b + root) / a}};
}

CORTEN_HD inline Roots sphere_roots(const Vec3<Real>& offset, Real radius_squared,
                                    const Vec3<Real>& direction) {
  return solve_quadratic(dot(direction, direction), dot(direction, offset),
                         dot(offset, offset) - radius_squared);
}

// keeps the nearest of the candidates, the earlier one on ties
struct NearestHit {
  Real x = -1;
  int part = -1;

  CORTEN_HD void offer(Real candidate, int its_part) {
    if (candidate < 0 || (x >= 0 && candidate >= x)) return;
    x = candidate;
    part = its_part;
  }
};

CORTEN_HD inline RayHit hit_with(Real x, const Mat3<Real>& mat, const Vec3<Real>& normal_l) {
  return {x, mat * unit(normal_l)};
}

CORTEN_HD inline RayHit ray_plane(const Shape& s, const Ray& ray) {
  const Ray l = to_local(s.pos, s.mat, ray);
  if (l.direction[2] > -kRayTiny) return {};  // visible from the front only
  const Real x = -l.origin[2] / l.direction[2];
  if (x < 0) return {};
  for (int k = 0; k < 2; ++k) {
    const Real p = l.origin[k] + x * l.direction[k];
    if (s.size[k] > 0 && std::abs(p) > s.size[k]) return {};
  }
  return {x, s.mat.col(2)};
}

CORTEN_HD inline RayHit ray_sphere(const Shape& s, const Ray& ray) {
  const Real x = sphere_roots(ray.origin - s.pos, s.size[0] * s.size[0], ray.direction).first();
  if (x < 0) return {};
  return {x, unit(ray.at(x) - s.pos)};
}

CORTEN_HD inline RayHit ray_ellipsoid(const Shape& s, const Ray& ray) {
  const Ray l = to_local(s.pos, s.mat, ray);
  const Vec3<Real>&p = l.origin, &v = l.direction;
  const Vec3<Real> w{1 / (s.size[0] * s.size[0]), 1 / (s.size[1] * s.size[1]), 1 / (s.size[2] * s.size[2])};
  const Real a = w[0] * v[0] * v[0] + w[1] * v[1] * v[1] + w[2] * v[2] * v[2];
  const Real b = w[0] * v[0] * p[0] + w[1] * v[1] * p[1] + w[2] * v[2] * p[2];
  const Real c = w[0] * p[0] * p[0] + w[1] * p[1] * p[1] + w[2] * p[2] * p[2] - 1;
  const Real x = solve_quadratic(a, b, c).first();
  if (x < 0) return {};
  Vec3<Real> normal = l.at(x);
  for (int k = 0; k < 3; ++k) normal[k] *= w[k];
  return hit_with(x, s.mat, normal);
}

// where the ray enters the round side of height ±half, −1 when it does not
CORTEN_HD inline Real round_side(const Ray& l, Real radius, Real half) {
  const Vec3<Real>&p = l.origin, &v = l.direction;
  const Real x = solve_quadratic(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1],
                                 p[0] * p[0] + p[1] * p[1] - radius * radius)
                     .first();
  return x >= 0 && std::abs(p[2] + x * v[2]) <= half ? x : -1;
}

CORTEN_HD inline bool ray_meets_sphere(const Vec3<Real>& center, Real radius_squared, const Ray& ray) {
  return sphere_roots(ray.origin - center, radius_squared, ray.direction).first() >= 0;
}

CORTEN_HD inline BoxHits ray_box_faces(const Vec3<Real>& size, const Ray& l) {
  BoxHits hits;
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2, a = (axis + 1) % 3, b = (axis + 2) % 3;
    hits.x[face] = -1;
    if (std::abs(l.direction[axis]) <= kRayTiny) continue;
    const Real x = ((face % 2 ? 1 : -1) * size[axis] - l.origin[axis]) / l.direction[axis];
    if (!(x >= 0)) continue;
    const Real pa = l.origin[a] + x * l.direction[a], pb = l.origin[b] + x * l.direction[b];
    if (std::abs(pa) > size[a] || std::abs(pb) > size[b]) continue;
    hits.x[face] = x;
    if (hits.face < 0 || x < hits.nearest) {
      hits.nearest = x;
      hits.face = face;
    }
  }
  return hits;
}

CORTEN_HD inline RayHit ray_capsule(const Shape& s, const Ray& ray) {
  const Real radius = s.size[0], half = s.size[1];
  if (!core::ray_meets_sphere(s.pos, (radius + half) * (radius + half), ray)) return {};
  const Ray l = to_local(s.pos, s.mat, ray);
  NearestHit nearest;
  nearest.offer(round_side(l, radius, half), 0);
  for (int side = 1; side >= -1; side -= 2) {
    const Vec3<Real> offset{l.origin[0], l.origin[1], l.origin[2] - side * half};
    for (const Real x : sphere_roots(offset, radius * radius, l.direction).x)
      if (x >= 0 && side * (l.origin[2] + x * l.direction[2]) >= half) nearest.offer(x, side);
  }
  if (nearest.x < 0) return {};
  Vec3<Real> normal = l.at(nearest.x);
  normal[2] = nearest.part == 0 ? 0 : normal[2] - nearest.part * half;
  return hit_with(nearest.x, s.mat, normal);
}

CORTEN_HD inline RayHit ray_cylinder(const Shape& s, const Ray& ray) {
  const Real radius = s.size[0], half = s.size[1];
  if (!core::ray_meets_sphere(s.pos, radius * radius + half * half, ray)) return {};
  const Ray l = to_local(s.pos, s.mat, ray);
  NearestHit nearest;
  if (std::abs(l.direction[2]) > kRayTiny) {
    for (int side = -1; side <= 1; side += 2) {
      const Real x = (side * half - l.origin[2]) / l.direction[2];
      const Vec3<Real> p = l.at(x);
      if (p[0] * p[0] + p[1] * p[1] <= radius * radius) nearest.offer(x, side);
    }
  }
  nearest.offer(round_side(l, radius, half), 0);
  if (nearest.x < 0) return {};
  if (nearest.part != 0) return hit_with(nearest.x, s.mat, {0, 0, Real(nearest.part)});
  Vec3<Real> normal = l.at(nearest.x);
  normal[2] = 0;
  return hit_with(nearest.x, s.mat, normal);
}

CORTEN_HD inline RayHit ray_box(const Shape& s, const Ray& ray) {
  if (!core::ray_meets_sphere(s.pos, dot(s.size, s.size), ray)) return {};
  const BoxHits hits = core::ray_box_faces(s.size, to_local(s.pos, s.mat, ray));
  if (hits.face < 0) return {};
  Vec3<Real> normal{};
  normal[hits.face / 2] = hits.face % 2 ? 1 : -1;
  return hit_with(hits.nearest, s.mat, normal);
}

CORTEN_HD inline RayHit ray_primitive(const Shape& shape, const Ray& ray) {
  switch (shape.type) {
    case ShapeType::plane:
      return ray_plane(shape, ray);
    case ShapeType::sphere:
      return ray_sphere(shape, ray);
    case ShapeType::capsule:
      return ray_capsule(shape, ray);
    case ShapeType::ellipsoid:
      return ray_ellipsoid(shape, ray);
    case ShapeType::cylinder:
      return ray_cylinder(shape, ray);
    case ShapeType::box:
      return ray_box(shape, ray);
    default:
      return {};
  }
}

}  // namespace corten::core
