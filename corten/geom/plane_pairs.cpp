// Plane against sphere, capsule, cylinder, box and ellipsoid.
#include <cmath>

#include "corten/geom/primitive_pairs.h"
#include "corten/geom/round_contact.h"

namespace corten {

void plane_sphere(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  plane_ball(a.pos, z_axis(a), {b.pos, b.size[0]}, margin, out);
}

void plane_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const Vec3<Real> axis = z_axis(b);
  const Vec3<Real> segment = axis * b.size[1];
  plane_ball(a.pos, z_axis(a), {b.pos + segment, b.size[0]}, margin, out, axis);
  plane_ball(a.pos, z_axis(a), {b.pos - segment, b.size[0]}, margin, out, axis);
}

namespace {

// the part of −normal across the axis, scaled to the radius: from the axis to the lowest point of a rim
Vec3<Real> lowest_radius(const Shape& cylinder, const Vec3<Real>& normal, const Vec3<Real>& axis,
                         Real axis_on_normal) {
  const Vec3<Real> across = axis * axis_on_normal - normal;
  const Real length_squared = dot(across, across);
  if (length_squared < kMinVal<Real> * kMinVal<Real>) return cylinder.mat.col(0) * cylinder.size[0];
  return across * (cylinder.size[0] / std::sqrt(length_squared));
}

}  // namespace

void plane_cylinder(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const Vec3<Real> normal = z_axis(a);
  Vec3<Real> axis = z_axis(b);  // made to point towards the plane
  Real rise = dot(normal, axis);
  if (rise > 0) {
    axis = -axis;
    rise = -rise;
  }
  const Real height = dot(b.pos - a.pos, normal);
  const Vec3<Real> radius = lowest_radius(b, normal, axis, rise);
  const Real radius_rise = dot(radius, normal);
  axis *= b.size[1];
  rise *= b.size[1];

  const auto add = [&](Real dist, const Vec3<Real>& point) {
    out.add(dist, point + normal * (-dist * Real(0.5)), normal);
  };
  const Real near_dist = height + rise + radius_rise;
  if (near_dist > margin) return;
  add(near_dist, b.pos + radius + axis);
  const Real far_dist = height - rise + radius_rise;
  if (far_dist <= margin) add(far_dist, b.pos + radius - axis);

  // two more on the near rim make an equilateral triangle with the first
  const Real side_dist = height + rise - radius_rise * Real(0.5);
  if (side_dist > margin) return;
  const Vec3<Real> side = unit(cross(radius, axis)) * (b.size[0] * std::sqrt(Real(3)) * Real(0.5));
  add(side_dist, b.pos + side + axis - radius * Real(0.5));
  add(side_dist, b.pos - side + axis - radius * Real(0.5));
}

void plane_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const Vec3<Real> normal = z_axis(a);
  const Real height = dot(b.pos - a.pos, normal);
  const int first = out.count;
  for (int i = 0; i < 8 && out.count - first < 4; ++i) {
    const Vec3<Real> corner_l{i & 1 ? b.size[0] : -b.size[0], i & 2 ? b.size[1] : -b.size[1],
                              i & 4 ? b.size[2] : -b.size[2]};
    const Vec3<Real> corner = b.mat * corner_l;
    const Real rise = dot(normal, corner);
    if (height + rise > margin || rise > 0) continue;
    const Real dist = height + rise;
    out.add(dist, corner + b.pos + normal * (-dist / 2), normal);
  }
}

void plane_ellipsoid(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const Vec3<Real> normal = z_axis(a);
  Vec3<Real> support = transpose_mul(b.mat, -normal);
  for (int i = 0; i < 3; ++i) support[i] *= b.size[i];
  normalize(support);
  for (int i = 0; i < 3; ++i) support[i] *= b.size[i];
  const Vec3<Real> lowest = b.mat * support + b.pos;
  const Real dist = dot(normal, lowest - a.pos);
  if (dist > margin) return;
  out.add(dist, lowest + normal * (dist * Real(-0.5)), normal);
}

}  // namespace corten
