// Pairs of shapes with closed-form contacts (MuJoCo's engine_collision_primitive and engine_collision_box).
// Each appends its contacts closer than margin; normals point from a to b.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/shape.h"

namespace corten {

void plane_sphere(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void plane_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void plane_cylinder(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void plane_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void plane_ellipsoid(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void plane_mesh(const Shape& a, const Shape& b, Real margin, ContactPoints& out);

void sphere_sphere(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void sphere_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void sphere_cylinder(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void sphere_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out);

void capsule_capsule(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
void capsule_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out);

// eight contacts at most; clean_box_contacts says which are kept
void box_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out);
// with the points that box_box removes
void raw_box_box(const Shape& a, const Shape& b, Real margin, ContactPoints& out);

}  // namespace corten
