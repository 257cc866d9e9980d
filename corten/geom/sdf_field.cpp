// The distance fields of all kinds of shapes.
#include "corten/geom/primitive_distance.h"
#include "corten/geom/round_field.h"
#include "corten/geom/sdf.h"
#include "corten/geom/sdf_kernels.h"

namespace corten {
namespace {

constexpr Real kFar = 1e10;  // of a shape without field: it touches nothing

// A ray from the point to the origin of the world, in units of their distance; −1 if it meets no face.
struct OriginRay {
  Ray ray;
  Real hit;
  bool beyond;  // the face is farther than the origin... measured in other units, as in MuJoCo

  OriginRay(const Shape& mesh, const Vec3<Real>& point) {
    const Vec3<Real> at = mesh.mat * point + mesh.pos;
    ray = {at, -at};
    hit = ray_mesh(mesh, ray).x;
    beyond = hit > norm(ray.direction);
  }
};

Real mesh_distance(const Shape& mesh, const Vec3<Real>& point) {
  const OriginRay inwards(mesh, point);
  if (!inwards.beyond) return inwards.hit;
  return -ray_mesh(mesh, {inwards.ray.origin, -inwards.ray.direction}).x;
}

Vec3<Real> mesh_gradient(const Shape& mesh, const Vec3<Real>& point) {
  const Real slope = OriginRay(mesh, point).beyond ? 1 : -1;
  return {slope, slope, slope};
}

bool has_functions(const Shape& shape) { return shape.type == ShapeType::sdf && shape.field->distance; }

// What the engine has for eight points beside the function for one; null for functions it does not know.
auto function_of_eight(const FieldView& field) -> decltype(SdfKernels::torus) {
  if (field.distance == torus_distance) return sdf_kernels().torus;
  if (field.distance == bowl_distance) return sdf_kernels().bowl;
  return nullptr;
}

}  // namespace

Real field_distance(const Shape& shape, const Vec3<Real>& point) {
  if (shape.type < ShapeType::mesh) return primitive_distance(shape.type, shape.size, point);
  if (has_functions(shape)) return shape.field->distance(shape.field->own, point);
  if (shape.field->octree.num > 0) return octree_distance(shape.field->octree, point);
  return shape.type == ShapeType::mesh ? mesh_distance(shape, point) : kFar;
}

Vec3<Real> field_gradient(const Shape& shape, const Vec3<Real>& point, Real distance) {
  if (shape.type < ShapeType::mesh) return primitive_gradient(shape.type, shape.size, point);
  if (has_functions(shape)) return shape.field->gradient(shape.field->own, point, distance);
  if (shape.field->octree.num > 0) return octree_gradient(shape.field->octree, point, distance);
  return shape.type == ShapeType::mesh ? mesh_gradient(shape, point) : Vec3<Real>{};
}

bool has_field_of_eight(const Shape& shape) {
  if (shape.type < ShapeType::mesh) return true;
  return has_functions(shape) ? function_of_eight(*shape.field) != nullptr : shape.field->octree.num > 0;
}

void field_distances(const Shape& shape, const EightPoints& points, Eight& distance) {
  if (shape.type < ShapeType::mesh) {
    sdf_kernels().primitive(shape.type, shape.size, points, distance);
  } else if (has_functions(shape)) {
    function_of_eight (*shape.field)(shape.field->own, points, distance);
  } else {
    octree_distances(shape.field->octree, points, distance);
  }
}

}  // namespace corten
