// Rays against single shapes. A ray is origin + x direction with x ≥ 0; the direction need not be unit.
#pragma once

#include "corten/geom/shape.h"

namespace corten {

struct Ray {
  Vec3<Real> origin;
  Vec3<Real> direction;

  CORTEN_HD Vec3<Real> at(Real x) const { return origin + direction * x; }
};

struct RayHit {
  Real x = -1;          // multiple of the direction; −1 for a miss
  Vec3<Real> normal{};  // outward unit normal of the surface, world frame; zero for a miss

  CORTEN_HD bool hit() const { return x >= 0; }
};

RayHit ray_shape(const Shape& shape, const Ray& ray);

RayHit ray_primitive(const Shape& shape, const Ray& ray);  // plane, sphere, capsule, ellipsoid, cylinder, box
RayHit ray_mesh(const Shape& shape, const Ray& ray);
RayHit ray_hfield(const Shape& shape, const Ray& ray);

// Where a ray in the frame of a box meets its faces −x, +x, −y, +y, −z, +z.
struct BoxHits {
  Real x[6];  // −1 where it does not
  Real nearest = -1;
  int face = -1;  // of the nearest
};
BoxHits ray_box_faces(const Vec3<Real>& size, const Ray& local);

// A ray meets the sphere of this squared radius.
bool ray_meets_sphere(const Vec3<Real>& center, Real radius_squared, const Ray& ray);

CORTEN_HD inline Ray to_local(const Vec3<Real>& pos, const Mat3<Real>& mat, const Ray& ray) {
  return {transpose_mul(mat, ray.origin - pos), transpose_mul(mat, ray.direction)};
}

}  // namespace corten
