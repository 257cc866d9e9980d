// Poses of elements as written: orientation resolved, frames applied.
#pragma once

#include "corten/compile/draft.h"
#include "corten/compile/refuse.h"
#include "corten/spec/orientation.h"

namespace corten {

// Position and quaternion of an element in the frame it stands in; a quaternion as written is not normalised.
template <class Node>
build::Pose resolve_pose(const Spec& spec, const char* tag, const Node& node, Diagnostics& diagnostics) {
  build::Pose pose{*node.pos, *node.quat};
  if (const char* wrong = spec::resolve_orientation(node.alt, spec.compiler_of(node), pose.quat))
    refuse(diagnostics, tag, node, wrong);
  return pose;
}

// The same pose in the body; `frame` as in spec::BodyNode.
inline build::Pose in_frame(const DraftBody& body, int frame, const build::Pose& pose) {
  return frame < 0 ? pose : build::compose(body.frames[frame], pose);
}

// The same from the specification alone; the frame has been checked.
inline build::Pose in_frame(const Spec& spec, const spec::Body& body, int frame, const build::Pose& pose) {
  build::Pose frame_in_body;
  if (frame < 0 || spec::frame_pose(spec, body, frame, frame_in_body)) return pose;
  return build::compose(frame_in_body, pose);
}

}  // namespace corten
