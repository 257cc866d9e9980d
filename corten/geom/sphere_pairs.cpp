// Sphere against sphere, capsule, cylinder and box.
#include <algorithm>
#include <cmath>

#include "corten/geom/primitive_pairs.h"
#include "corten/geom/round_contact.h"

namespace corten {

void sphere_sphere(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  ball_ball({a.pos, a.size[0]}, z_axis(a), {b.pos, b.size[0]}, z_axis(b), margin, out);
}

void sphere_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const Vec3<Real> axis = z_axis(b);
  const Real along = std::max(-b.size[1], std::min(b.size[1], dot(axis, a.pos - b.pos)));
  ball_ball({a.pos, a.size[0]}, z_axis(a), {b.pos + axis * along, b.size[0]}, axis, margin, out);
}

namespace {

void ball_cap(const Shape& sphere, const Shape& cylinder, Real along, Real margin, ContactPoints& out) {
  Vec3<Real> normal = z_axis(cylinder);
  const Vec3<Real> cap = cylinder.pos + normal * (along > 0 ? cylinder.size[1] : -cylinder.size[1]);
  if (!(along > 0)) normal = -normal;
  const int before = out.count;
  plane_ball(cap, normal, {sphere.pos, sphere.size[0]}, margin, out);
  if (out.count > before) out.point[before].normal = -normal;
}

}  // namespace

void sphere_cylinder(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const Vec3<Real> axis = z_axis(b);
  const Real radius = b.size[0], half = b.size[1];
  const Vec3<Real> offset = a.pos - b.pos;
  const Real along = dot(offset, axis);
  const Vec3<Real> across = offset - axis * along;
  const Real across_squared = dot(across, across);
  bool side = std::abs(along) < half;
  bool cap = across_squared < radius * radius;
  if (side && cap) {  // centre inside: keep the nearer surface
    const bool cap_nearer = half - std::abs(along) < radius - std::sqrt(across_squared);
    side = !cap_nearer;
    cap = cap_nearer;
  }
  const Ball ball{a.pos, a.size[0]};
  if (side) return ball_ball(ball, z_axis(a), {b.pos + axis * along, radius}, axis, margin, out);
  if (cap) return ball_cap(a, b, along, margin, out);
  const Vec3<Real> rim =
      axis * (along > 0 ? half : -half) + across * (radius / std::sqrt(across_squared)) + b.pos;
  ball_ball(ball, z_axis(a), {rim, 0}, axis, margin, out);
}

void sphere_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  ball_box({a.pos, a.size[0]}, b, margin, out);
}

}  // namespace corten
