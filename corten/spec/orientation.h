// Orientation as written to a quaternion, and poses of frames, with the oracle's thresholds and order.
#pragma once

#include <string_view>

#include "corten/math/build_frame.h"
#include "corten/spec/spec.h"

namespace corten::spec {

// Replaces `quat` by the alternative if one is set; not normalised otherwise. Null, or what is wrong.
[[nodiscard]] const char* resolve_orientation(const Orientation& alt, const Compiler& compiler,
                                              Quat<Real>& quat);

// Rotation by the three angles, already in radians, about the axes of `sequence`: x y z move with the frame,
// X Y Z are fixed.
[[nodiscard]] const char* resolve_euler(const Real3& angles, std::string_view sequence, Quat<Real>& quat);

// Angle of an orientation in radians. (Joint values are converted by a*(pi/180), which may differ in a bit.)
inline Real orientation_angle(Real angle, bool degree) { return degree ? angle / 180.0 * build::kPi : angle; }

// Pose of body.frames[frame] in its body, the identity for -1. Null, or what is wrong.
[[nodiscard]] const char* frame_pose(const Spec& spec, const Body& body, int frame, build::Pose& pose);
// The same from the pose of the frame around it; null for one that stands in the body itself.
[[nodiscard]] const char* frame_pose(const Spec& spec, const Frame& node, const build::Pose* outer,
                                     build::Pose& pose);

}  // namespace corten::spec
