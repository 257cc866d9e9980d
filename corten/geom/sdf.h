// Distance fields: how far a point is from a shape, negative inside, in the frame of the shape.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/eight.h"
#include "corten/geom/ray.h"

namespace corten {

Real octree_distance(const OctreeView& tree, const Vec3<Real>& point);
void octree_distances(const OctreeView& tree, const EightPoints& points, Eight& distance);
// Inside the root cell the derivatives by the coordinates of the leaf, which run from 0 to 1: not divided by
// its widths, as MuJoCo has it. `distance` is that of the point.
Vec3<Real> octree_gradient(const OctreeView& tree, const Vec3<Real>& point, Real distance);

// Of any shape but planes and height fields. A mesh without octree is measured by rays through the world's
// origin.
Real field_distance(const Shape& shape, const Vec3<Real>& point);
Vec3<Real> field_gradient(const Shape& shape, const Vec3<Real>& point, Real distance);  // that at the point

// The same distances at eight points: of primitives, octrees, tori and bowls.
bool has_field_of_eight(const Shape& shape);
void field_distances(const Shape& shape, const EightPoints& points, Eight& distance);

// Contacts where the fields of two shapes overlap, b being an sdf: descents from points spread over the
// common part of their boxes. The margin plays no role.
void sdf_pair(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out);

// Steps along the ray as far as the field is sure to be free. The result is a length, whatever the
// direction's is.
RayHit ray_sdf(const Shape& shape, const Ray& ray);

}  // namespace corten
