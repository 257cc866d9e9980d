// The shortest way of a string around a sphere or an infinite cylinder.
#pragma once

#include <cmath>

#include "corten/math/mat3.h"
#include "corten/smooth/wrap_circle_core.h"

namespace corten {

struct WrapSurface {
  Vec3<Real> pos;  // centre, world
  Mat3<Real> rot;  // axes, world; a cylinder runs along z
  Real radius;
  bool cylinder;
};

struct WrapArc {
  Real length;            // along the surface
  Vec3<Real> start, end;  // where the string meets and leaves the surface, world
};

namespace core {

// The plane of the string in the frame of the surface.
struct StringPlane {
  Vec3<Real> e0, e1;
  CORTEN_HD Vec2<Real> project(const Vec3<Real>& p) const { return {dot(p, e0), dot(p, e1)}; }
  CORTEN_HD Vec3<Real> lift(const Vec2<Real>& p) const { return e0 * p[0] + e1 * p[1]; }
};

// normal of the plane through the centre and both points; any normal when they are in line
CORTEN_HD inline Vec3<Real> plane_normal(const Vec3<Real>& p0, const Vec3<Real>& p1, const Vec3<Real>& e0) {
  Vec3<Real> normal = cross(p0, p1);
  if (normalize(normal) >= kMinVal<Real>) return normal;
  const Vec3<Real> a{std::abs(e0[0]), std::abs(e0[1]), std::abs(e0[2])};
  int largest = 0;
  if (a[1] > a[0] && a[1] > a[2]) largest = 1;
  if (a[2] > a[0] && a[2] > a[1]) largest = 2;
  Vec3<Real> other{1, 1, 1};
  other[largest] = 0;
  return unit(cross(e0, other));
}

CORTEN_HD inline StringPlane string_plane(const WrapSurface& surface, const Vec3<Real>& p0,
                                          const Vec3<Real>& p1) {
  if (surface.cylinder) return {{1, 0, 0}, {0, 1, 0}};
  const Vec3<Real> e0 = unit(p0);
  return {e0, unit(cross(plane_normal(p0, p1, e0), e0))};
}

// A helix: height grows in proportion to the length travelled in the plane.
CORTEN_HD inline void add_height(const Vec3<Real>& p0, const Vec3<Real>& p1, const CircleArc& flat,
                                 const Vec2<Real>& d0, const Vec2<Real>& d1, Vec3<Real>& start,
                                 Vec3<Real>& end, Real& length) {
  const Real l0 = norm(d0 - flat.start), l1 = norm(d1 - flat.end);
  const Real total = l0 + flat.length + l1, rise = p1[2] - p0[2];
  start[2] = p0[2] + rise * l0 / total;
  end[2] = p0[2] + rise * (l0 + flat.length) / total;
  const Real height = end[2] - start[2];
  length = std::sqrt(flat.length * flat.length + height * height);
}

}  // namespace core

// False when the straight line from `from` to `to` is free. `side`, if given, is a point (world) on the side
// the string takes; inside the surface it asks for the string to run through the surface from within.
CORTEN_HD inline bool wrap_string(const WrapSurface& surface, const Vec3<Real>& from, const Vec3<Real>& to,
                                  const Vec3<Real>* side, WrapArc& arc) {
  const auto local = [&](const Vec3<Real>& p) { return transpose_mul(surface.rot, p - surface.pos); };
  const Vec3<Real> p0 = local(from), p1 = local(to);
  if (norm(p0) < kMinVal<Real> || norm(p1) < kMinVal<Real>) return false;
  const core::StringPlane plane = core::string_plane(surface, p0, p1);
  const Vec2<Real> d0 = plane.project(p0), d1 = plane.project(p1);
  CircleArc flat{};
  bool wraps = false;
  if (side) {
    const Vec3<Real> s = local(*side);
    const Vec2<Real> side_point = unit(plane.project(s)) * surface.radius;
    wraps = norm(s) < surface.radius ? wrap_inside(d0, d1, surface.radius, flat)
                                     : wrap_outside(d0, d1, surface.radius, &side_point, flat);
  } else {
    wraps = wrap_outside(d0, d1, surface.radius, nullptr, flat);
  }
  if (!wraps) return false;
  Vec3<Real> start = plane.lift(flat.start), end = plane.lift(flat.end);
  arc.length = flat.length;
  if (surface.cylinder) core::add_height(p0, p1, flat, d0, d1, start, end, arc.length);
  arc.start = surface.rot * start + surface.pos;
  arc.end = surface.rot * end + surface.pos;
  return true;
}

}  // namespace corten
