// Rays against triangles, seen from both sides.
#pragma once

#include "corten/geom/ray.h"

namespace corten {

// A ray with two directions across it, shared by all triangles it is tested against.
struct TriangleRay {
  Ray ray;
  Vec3<Real> across[2];

  explicit TriangleRay(const Ray& r);
};

// x of the intersection, negative for a miss or behind; normal (not unit) is set on a hit
Real ray_triangle(const TriangleRay& ray, const Vec3<Real>& v0, const Vec3<Real>& v1, const Vec3<Real>& v2,
                  Vec3<Real>& normal);

}  // namespace corten
