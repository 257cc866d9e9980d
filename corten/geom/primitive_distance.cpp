#include "corten/geom/primitive_distance.h"

#include "corten/geom/primitive_distance_core.h"

namespace corten {
namespace {

Vec3<Real> capsule_gradient(const Vec3<Real>& s, const Vec3<Real>& x) {
  const Vec3<Real> a{x[0], x[1], x[2] - std::clamp(x[2], -s[1], s[1])};
  const Real length = norm(a);
  return {a[0] / length, a[1] / length, a[2] / length};
}

Vec3<Real> ellipsoid_gradient(const Vec3<Real>& s, const Vec3<Real>& x) {
  const Vec3<Real> a{x[0] / s[0], x[1] / s[1], x[2] / s[2]};
  const Vec3<Real> b{a[0] / s[0], a[1] / s[1], a[2] / s[2]};
  const Real k0 = norm(a), k1 = norm(b), inverse0 = 1 / k0, inverse1 = 1 / k1;
  const Real by_k0 = (2 * k0 - 1) * inverse1, by_k1 = k0 * (k0 - 1) * inverse1 * inverse1;
  Vec3<Real> gradient;
  for (int k = 0; k < 3; ++k) gradient[k] = b[k] * inverse0 * by_k0 - b[k] * inverse1 / (s[k] * s[k]) * by_k1;
  return unit(gradient);
}

Vec3<Real> cylinder_gradient(const Vec3<Real>& s, const Vec3<Real>& x) {
  constexpr Real kSmall = 1e-10;
  const Real rho = std::sqrt(x[0] * x[0] + x[1] * x[1]), height = std::abs(x[2]);
  const Real u = rho - s[0], v = height - s[1];
  const Real radius = std::max(rho, kSmall);
  const Vec3<Real> out{x[0] / radius, x[1] / radius, x[2] / std::max(height, kSmall)};
  if ((u > v ? u : v) < 0) return u > v ? Vec3<Real>{out[0], out[1], 0} : Vec3<Real>{0, 0, out[2]};
  const Vec2<Real> outside{std::max(u, Real(0)), std::max(v, Real(0))};
  const Real length = std::max(norm(outside), kSmall);
  return {out[0] * outside[0] / length, out[1] * outside[0] / length, out[2] * outside[1] / length};
}

Vec3<Real> box_gradient(const Vec3<Real>& s, const Vec3<Real>& x) {
  const Vec3<Real> a{std::abs(x[0]) - s[0], std::abs(x[1]) - s[1], std::abs(x[2]) - s[2]};
  Vec3<Real> gradient{};
  if (a[0] < 0 && a[1] < 0 && a[2] < 0) {
    for (int k = 0; k < 3; ++k) gradient[k] = -s[k] / a[k];
    normalize(gradient);
    for (int k = 0; k < 3; ++k)
      if (x[k] < 0) gradient[k] = -gradient[k];
    return gradient;
  }
  const Vec3<Real> outside{std::max(a[0], Real(0)), std::max(a[1], Real(0)), std::max(a[2], Real(0))};
  const Real length = norm(outside);
  for (int k = 0; k < 3; ++k)
    if (a[k] > 0) gradient[k] = outside[k] / length * x[k] / std::abs(x[k]);
  return gradient;
}

}  // namespace

Vec3<Real> primitive_gradient(ShapeType type, const Vec3<Real>& size, const Vec3<Real>& point) {
  switch (type) {
    case ShapeType::plane:
      return {0, 0, 1};
    case ShapeType::sphere:
      return point * (1 / norm(point));
    case ShapeType::capsule:
      return capsule_gradient(size, point);
    case ShapeType::ellipsoid:
      return ellipsoid_gradient(size, point);
    case ShapeType::cylinder:
      return cylinder_gradient(size, point);
    case ShapeType::box:
      return box_gradient(size, point);
    default:
      return {};
  }
}

Real primitive_distance(ShapeType type, const Vec3<Real>& size, const Vec3<Real>& point) {
  return core::primitive_distance(type, size, point);
}

}  // namespace corten
