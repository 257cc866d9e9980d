// Sphere against sphere, capsule, cylinder and box, for any scalar.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/round_contact.h"

namespace corten::core {

template <class T, class Out>
CORTEN_HD void sphere_sphere(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  ball_ball({a.pos, a.size[0]}, z_axis(a), {b.pos, b.size[0]}, z_axis(b), margin, out);
}

template <class T, class Out>
CORTEN_HD void sphere_capsule(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> axis = z_axis(b);
  const T along = std::max(-b.size[1], std::min(b.size[1], dot(axis, a.pos - b.pos)));
  ball_ball({a.pos, a.size[0]}, z_axis(a), {b.pos + axis * along, b.size[0]}, axis, margin, out);
}

template <class T, class Out>
CORTEN_HD void ball_cap(const ShapeOf<T>& sphere, const ShapeOf<T>& cylinder, T along, T margin, Out& out) {
  Vec3<T> normal = z_axis(cylinder);
  const Vec3<T> cap = cylinder.pos + normal * (along > 0 ? cylinder.size[1] : -cylinder.size[1]);
  if (!(along > 0)) normal = -normal;
  const int before = out.count;
  plane_ball(cap, normal, {sphere.pos, sphere.size[0]}, margin, out);
  if (out.count > before) out.point[before].normal = -normal;
}

template <class T, class Out>
CORTEN_HD void sphere_cylinder(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> axis = z_axis(b);
  const T radius = b.size[0], half = b.size[1];
  const Vec3<T> offset = a.pos - b.pos;
  const T along = dot(offset, axis);
  const Vec3<T> across = offset - axis * along;
  const T across_squared = dot(across, across);
  bool side = std::abs(along) < half;
  bool cap = across_squared < radius * radius;
  if (side && cap) {  // centre inside: keep the nearer surface
    const bool cap_nearer = half - std::abs(along) < radius - std::sqrt(across_squared);
    side = !cap_nearer;
    cap = cap_nearer;
  }
  const BallOf<T> ball{a.pos, a.size[0]};
  if (side) return ball_ball(ball, z_axis(a), {b.pos + axis * along, radius}, axis, margin, out);
  if (cap) return ball_cap(a, b, along, margin, out);
  const Vec3<T> rim =
      axis * (along > 0 ? half : -half) + across * (radius / std::sqrt(across_squared)) + b.pos;
  ball_ball(ball, z_axis(a), {rim, 0}, axis, margin, out);
}

template <class T, class Out>
CORTEN_HD void sphere_box(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  ball_box({a.pos, a.size[0]}, b, margin, out);
}

}  // namespace corten::core
