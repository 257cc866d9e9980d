// Plane against sphere, capsule, cylinder, box and ellipsoid, for any scalar.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/round_contact.h"

namespace corten::core {

template <class T, class Out>
CORTEN_HD void plane_sphere(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  plane_ball(a.pos, z_axis(a), {b.pos, b.size[0]}, margin, out);
}

template <class T, class Out>
CORTEN_HD void plane_capsule(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> axis = z_axis(b);
  const Vec3<T> segment = axis * b.size[1];
  plane_ball(a.pos, z_axis(a), {b.pos + segment, b.size[0]}, margin, out, axis);
  plane_ball(a.pos, z_axis(a), {b.pos - segment, b.size[0]}, margin, out, axis);
}

// the part of −normal across the axis, scaled to the radius: from the axis to the lowest point of a rim
template <class T>
CORTEN_HD Vec3<T> lowest_radius(const ShapeOf<T>& cylinder, const Vec3<T>& normal, const Vec3<T>& axis,
                                T axis_on_normal) {
  const Vec3<T> across = axis * axis_on_normal - normal;
  const T length_squared = dot(across, across);
  if (length_squared < kMinVal<T> * kMinVal<T>) return cylinder.mat.col(0) * cylinder.size[0];
  return across * (cylinder.size[0] / std::sqrt(length_squared));
}

template <class T, class Out>
CORTEN_HD void plane_cylinder(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> normal = z_axis(a);
  Vec3<T> axis = z_axis(b);  // made to point towards the plane
  T rise = dot(normal, axis);
  if (rise > 0) {
    axis = -axis;
    rise = -rise;
  }
  const T height = dot(b.pos - a.pos, normal);
  const Vec3<T> radius = lowest_radius(b, normal, axis, rise);
  const T radius_rise = dot(radius, normal);
  axis *= b.size[1];
  rise *= b.size[1];

  const auto add = [&](T dist, const Vec3<T>& point) {
    out.add(dist, point + normal * (-dist * T(0.5)), normal);
  };
  const T near_dist = height + rise + radius_rise;
  if (near_dist > margin) return;
  add(near_dist, b.pos + radius + axis);
  const T far_dist = height - rise + radius_rise;
  if (far_dist <= margin) add(far_dist, b.pos + radius - axis);

  // two more on the near rim make an equilateral triangle with the first
  const T side_dist = height + rise - radius_rise * T(0.5);
  if (side_dist > margin) return;
  const Vec3<T> side = unit(cross(radius, axis)) * (b.size[0] * std::sqrt(T(3)) * T(0.5));
  add(side_dist, b.pos + side + axis - radius * T(0.5));
  add(side_dist, b.pos - side + axis - radius * T(0.5));
}

template <class T, class Out>
CORTEN_HD void plane_box(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> normal = z_axis(a);
  const T height = dot(b.pos - a.pos, normal);
  const int first = out.count;
  for (int i = 0; i < 8 && out.count - first < 4; ++i) {
    const Vec3<T> corner_l{i & 1 ? b.size[0] : -b.size[0], i & 2 ? b.size[1] : -b.size[1],
                           i & 4 ? b.size[2] : -b.size[2]};
    const Vec3<T> corner = b.mat * corner_l;
    const T rise = dot(normal, corner);
    if (height + rise > margin || rise > 0) continue;
    const T dist = height + rise;
    out.add(dist, corner + b.pos + normal * (-dist / 2), normal);
  }
}

template <class T, class Out>
CORTEN_HD void plane_ellipsoid(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  const Vec3<T> normal = z_axis(a);
  Vec3<T> support = transpose_mul(b.mat, -normal);
  for (int i = 0; i < 3; ++i) support[i] *= b.size[i];
  normalize(support);
  for (int i = 0; i < 3; ++i) support[i] *= b.size[i];
  const Vec3<T> lowest = b.mat * support + b.pos;
  const T dist = dot(normal, lowest - a.pos);
  if (dist > margin) return;
  out.add(dist, lowest + normal * (dist * T(-0.5)), normal);
}

}  // namespace corten::core
