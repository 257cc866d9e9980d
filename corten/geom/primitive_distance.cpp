#include "corten/geom/primitive_distance.h"

#include <algorithm>

namespace corten {
namespace {

Real capsule_distance(const Vec3<Real>& s, const Vec3<Real>& x) {
  return norm(Vec3<Real>{x[0], x[1], x[2] - std::clamp(x[2], -s[1], s[1])}) - s[0];
}

Real ellipsoid_distance(const Vec3<Real>& s, const Vec3<Real>& x) {
  const Real k0 = norm(Vec3<Real>{x[0] / s[0], x[1] / s[1], x[2] / s[2]});
  const Real k1 = norm(Vec3<Real>{x[0] / (s[0] * s[0]), x[1] / (s[1] * s[1]), x[2] / (s[2] * s[2])});
  return k0 * (k0 - 1) / k1;
}

Real cylinder_distance(const Vec3<Real>& s, const Vec3<Real>& x) {
  const Real u = std::sqrt(x[0] * x[0] + x[1] * x[1]) - s[0], v = std::abs(x[2]) - s[1];
  const Vec2<Real> outside{std::max(u, Real(0)), std::max(v, Real(0))};
  return std::min(std::max(u, v), Real(0)) + norm(outside);
}

// The way out is sought along one direction that depends on all three faces.
Real box_depth(const Vec3<Real>& s, const Vec3<Real>& a) {
  Vec3<Real> b;
  for (int k = 0; k < 3; ++k) b[k] = -s[k] / a[k];
  normalize(b);
  Real least = -a[0] / b[0];
  for (int k = 1; k < 3; ++k) least = std::min(least, -a[k] / b[k]);
  return -least * norm(b);
}

Real box_distance(const Vec3<Real>& s, const Vec3<Real>& x) {
  const Vec3<Real> a{std::abs(x[0]) - s[0], std::abs(x[1]) - s[1], std::abs(x[2]) - s[2]};
  if (a[0] < 0 && a[1] < 0 && a[2] < 0) return box_depth(s, a);
  return norm(Vec3<Real>{std::max(a[0], Real(0)), std::max(a[1], Real(0)), std::max(a[2], Real(0))});
}

}  // namespace

Real primitive_distance(ShapeType type, const Vec3<Real>& size, const Vec3<Real>& point) {
  switch (type) {
    case ShapeType::plane:
      return point[2];
    case ShapeType::sphere:
      return norm(point) - size[0];
    case ShapeType::capsule:
      return capsule_distance(size, point);
    case ShapeType::ellipsoid:
      return ellipsoid_distance(size, point);
    case ShapeType::cylinder:
      return cylinder_distance(size, point);
    case ShapeType::box:
      return box_distance(size, point);
    default:
      return 0;
  }
}

}  // namespace corten
