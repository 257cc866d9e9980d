// Rays against distance fields (sphere tracing).
#include "corten/geom/sdf.h"

namespace corten {

RayHit ray_sdf(const Shape& shape, const Ray& ray) {
  constexpr int kMaxSteps = 40;
  constexpr Real kTouching = 1e-7, kLost = 1e6;
  if (!shape.field) return {};
  Shape bounds = shape;
  bounds.type = ShapeType::box;
  if (!ray_primitive(bounds, ray).hit()) return {};
  Ray local = to_local(shape.pos, shape.mat, ray);
  normalize(local.direction);
  Real total = 0;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Real free = std::abs(field_distance(shape, local.at(total)));
    total += free;
    if (free < kTouching) {
      const Vec3<Real> point = local.at(total);
      return {total, shape.mat * unit(field_gradient(shape, point, field_distance(shape, point)))};
    }
    if (free > kLost) break;
  }
  return {};
}

}  // namespace corten
