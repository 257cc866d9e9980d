// The closed-form pairs in double precision: the arithmetic is in the *_core.h files.
#include "corten/geom/primitive_pairs.h"

#include "corten/geom/box_box_core.h"
#include "corten/geom/capsule_box_core.h"
#include "corten/geom/capsule_capsule_core.h"
#include "corten/geom/plane_pairs_core.h"
#include "corten/geom/sphere_pairs_core.h"

namespace corten {

void plane_sphere(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::plane_sphere(a, b, margin, out);
}
void plane_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::plane_capsule(a, b, margin, out);
}
void plane_cylinder(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::plane_cylinder(a, b, margin, out);
}
void plane_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::plane_box(a, b, margin, out);
}
void plane_ellipsoid(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::plane_ellipsoid(a, b, margin, out);
}
void sphere_sphere(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::sphere_sphere(a, b, margin, out);
}
void sphere_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::sphere_capsule(a, b, margin, out);
}
void sphere_cylinder(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::sphere_cylinder(a, b, margin, out);
}
void sphere_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::sphere_box(a, b, margin, out);
}
void capsule_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::capsule_capsule(a, b, margin, out);
}
void capsule_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::capsule_box(a, b, margin, out);
}
void box_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::box_box(a, b, margin, out);
}
void raw_box_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::raw_box_box(core::relative_pose(a, b, margin), out);
}

}  // namespace corten
