#include "corten/compile/bounds.h"

#include <algorithm>

namespace corten {
namespace {

// From two corners: the centre of an endless box is undefined.
Aabb<Real> box_between(const Vec3<Real>& low, const Vec3<Real>& high) {
  Aabb<Real> box;
  for (int i = 0; i < 3; ++i) {
    box.center[i] = (high[i] + low[i]) / 2;
    box.half[i] = (high[i] - low[i]) / 2;
  }
  return box;
}

Aabb<Real> centered(const Vec3<Real>& half) { return box_between(half * Real(-1), half); }

}  // namespace

Aabb<Real> geom_aabb(mjtGeom type, const Vec3<Real>& size, const Vec<Real, 4>& hfield_size,
                     const Aabb<Real>& mesh_aabb) {
  const Real r = size[0];
  switch (type) {
    case mjGEOM_PLANE:  // the half space below
      return {{0, 0, -kMaxVal / 2}, {kMaxVal, kMaxVal, kMaxVal / 2}};
    case mjGEOM_HFIELD:
      return box_between({-hfield_size[0], -hfield_size[1], -hfield_size[3]},
                         {hfield_size[0], hfield_size[1], hfield_size[2]});
    case mjGEOM_SPHERE:
      return centered({r, r, r});
    case mjGEOM_CAPSULE:
      return centered({r, r, r + size[1]});
    case mjGEOM_CYLINDER:
      return centered({r, r, size[1]});
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      return mesh_aabb;
    default:
      return centered(size);
  }
}

Real geom_rbound(mjtGeom type, const Vec3<Real>& size, const Vec<Real, 4>& h) {
  switch (type) {
    case mjGEOM_HFIELD:
      return std::sqrt(h[0] * h[0] + h[1] * h[1] + std::max(h[2] * h[2], h[3] * h[3]));
    case mjGEOM_SPHERE:
      return size[0];
    case mjGEOM_CAPSULE:
      return size[0] + size[1];
    case mjGEOM_CYLINDER:
      return std::sqrt(size[0] * size[0] + size[1] * size[1]);
    case mjGEOM_ELLIPSOID:
      return std::max(std::max(size[0], size[1]), size[2]);
    case mjGEOM_BOX:
    case mjGEOM_MESH:
    case mjGEOM_SDF:
      return std::sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    default:
      return 0;
  }
}

}  // namespace corten
