// Geoms and sites given by two end points.
#pragma once

#include "corten/math/build_frame.h"
#include "corten/model/enums.h"

namespace corten {

// Pose and size of a capsule, cylinder, ellipsoid or box along a segment; +z points from the second point to
// the first. Null, or what is wrong.
[[nodiscard]] inline const char* apply_fromto(const Vec<Real, 6>& fromto, mjtGeom type, build::Pose& pose,
                                              Vec3<Real>& size) {
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_ELLIPSOID && type != mjGEOM_BOX)
    return "only a capsule, cylinder, box or ellipsoid can be given by fromto";
  if (pose.pos != Vec3<Real>{}) return "both pos and fromto given";
  const Vec3<Real> from{fromto[0], fromto[1], fromto[2]}, to{fromto[3], fromto[4], fromto[5]};
  Vec3<Real> along = from - to;
  const Real half_length = build::normalize(along) / 2;
  if (half_length < build::kEps) return "the two points of fromto coincide";
  if (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) {
    size[1] = half_length;
  } else {
    size[2] = half_length;
    size[1] = size[0];
  }
  pose.pos = (from + to) * 0.5;
  pose.quat = build::z_to_vec(along);
  return nullptr;
}

}  // namespace corten
