// Distances of points from primitive shapes, for one point or several in lanes.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/geom/shape.h"
#include "corten/math/scalar.h"

namespace corten::core {

template <class T>
T capsule_distance(const Vec3<Real>& s, const Vec3<T>& x) {
  return norm(Vec3<T>{x[0], x[1], x[2] - clip(x[2], T(-s[1]), T(s[1]))}) - T(s[0]);
}

template <class T>
T ellipsoid_distance(const Vec3<Real>& s, const Vec3<T>& x) {
  const Vec3<T> a{x[0] / T(s[0]), x[1] / T(s[1]), x[2] / T(s[2])};
  const T k0 = norm(a), k1 = norm(Vec3<T>{a[0] / T(s[0]), a[1] / T(s[1]), a[2] / T(s[2])});
  return k0 * (k0 - T(1)) / k1;
}

template <class T>
T cylinder_distance(const Vec3<Real>& s, const Vec3<T>& x) {
  using std::abs, std::max, std::min, std::sqrt;
  const T u = sqrt(x[0] * x[0] + x[1] * x[1]) - T(s[0]), v = abs(x[2]) - T(s[1]);
  const Vec2<T> outside{max(u, T(0)), max(v, T(0))};
  return min(max(u, v), T(0)) + norm(outside);
}

// The way out is sought along one direction that depends on all three faces.
template <class T>
T box_depth(const Vec3<Real>& s, const Vec3<T>& a) {
  using std::min;
  Vec3<T> b;
  for (int k = 0; k < 3; ++k) b[k] = T(-s[k]) / a[k];
  normalize(b);
  T least = -a[0] / b[0];
  for (int k = 1; k < 3; ++k) least = min(least, -a[k] / b[k]);
  return -least * norm(b);
}

template <class T>
T box_distance(const Vec3<Real>& s, const Vec3<T>& x) {
  using std::abs, std::max;
  const Vec3<T> a{abs(x[0]) - T(s[0]), abs(x[1]) - T(s[1]), abs(x[2]) - T(s[2])};
  const auto inside = a[0] < T(0) && a[1] < T(0) && a[2] < T(0);
  if (all(inside)) return box_depth(s, a);
  const T outside = norm(Vec3<T>{max(a[0], T(0)), max(a[1], T(0)), max(a[2], T(0))});
  return any(inside) ? select(inside, box_depth(s, a), outside) : outside;
}

template <class T>
T primitive_distance(ShapeType type, const Vec3<Real>& size, const Vec3<T>& point) {
  switch (type) {
    case ShapeType::plane:
      return point[2];
    case ShapeType::sphere:
      return norm(point) - T(size[0]);
    case ShapeType::capsule:
      return capsule_distance(size, point);
    case ShapeType::ellipsoid:
      return ellipsoid_distance(size, point);
    case ShapeType::cylinder:
      return cylinder_distance(size, point);
    case ShapeType::box:
      return box_distance(size, point);
    default:
      return T(0);
  }
}

}  // namespace corten::core
