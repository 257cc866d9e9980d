// Which frames coincide: lets kinematics copy a pose instead of computing it.
#pragma once

#include "corten/math/build_frame.h"
#include "corten/model/enums.h"

namespace corten {

namespace same_frame_detail {

inline constexpr Real kTolerance = 1e-6;

inline bool equal_pos(const Vec3<Real>& a, const Vec3<Real>& b) {
  for (int i = 0; i < 3; ++i)
    if (!(std::abs(a[i] - b[i]) < kTolerance)) return false;
  return true;
}

// q and −q are the same rotation
inline bool equal_quat(const Quat<Real>& a, const Quat<Real>& b) {
  bool same = true, opposite = true;
  for (int i = 0; i < 4; ++i) {
    same = same && std::abs(a[i] - b[i]) < kTolerance;
    opposite = opposite && std::abs(a[i] + b[i]) < kTolerance;
  }
  return same || opposite;
}

}  // namespace same_frame_detail

inline bool is_null_pos(const Vec3<Real>& pos) { return same_frame_detail::equal_pos(pos, {}); }

// of an inertial frame in its body
inline mjtSameFrame same_frame(const build::Pose& pose) {
  if (!same_frame_detail::equal_quat(pose.quat, Quat<Real>::identity())) return mjSAMEFRAME_NONE;
  return is_null_pos(pose.pos) ? mjSAMEFRAME_BODY : mjSAMEFRAME_BODYROT;
}

// of a geom or site in a body with this inertial frame
inline mjtSameFrame same_frame(const build::Pose& pose, const build::Pose& inertial) {
  const mjtSameFrame body = same_frame(pose);
  if (body != mjSAMEFRAME_NONE) return body;
  if (!same_frame_detail::equal_quat(pose.quat, inertial.quat)) return mjSAMEFRAME_NONE;
  return same_frame_detail::equal_pos(pose.pos, inertial.pos) ? mjSAMEFRAME_INERTIA : mjSAMEFRAME_INERTIAROT;
}

}  // namespace corten
