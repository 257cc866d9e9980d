#include "corten/geom/ray_primitive_core.h"
#include "corten/geom/sdf.h"

namespace corten {

bool ray_meets_sphere(const Vec3<Real>& center, Real radius_squared, const Ray& ray) {
  return core::ray_meets_sphere(center, radius_squared, ray);
}

BoxHits ray_box_faces(const Vec3<Real>& size, const Ray& l) { return core::ray_box_faces(size, l); }

RayHit ray_primitive(const Shape& shape, const Ray& ray) { return core::ray_primitive(shape, ray); }

RayHit ray_shape(const Shape& shape, const Ray& ray) {
  if (shape.type == ShapeType::mesh) return shape.mesh ? ray_mesh(shape, ray) : RayHit{};
  if (shape.type == ShapeType::sdf) return ray_sdf(shape, ray);
  if (shape.type == ShapeType::hfield) return shape.hfield ? ray_hfield(shape, ray) : RayHit{};
  return ray_primitive(shape, ray);
}

}  // namespace corten
