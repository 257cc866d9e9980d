// Poses of bodies in their parents and of frames in their bodies.
#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

void place_body_frames(const Spec& spec, DraftBody& body, Diagnostics& diagnostics) {
  body.frames.resize(body.spec->frames.size());
  for (int i = 0; i < body.spec->frames.size(); ++i) {  // outer frames come first
    const spec::Frame& node = body.spec->frames[i];
    const build::Pose* outer = node.frame < 0 ? nullptr : &body.frames[node.frame];
    if (const char* wrong = spec::frame_pose(spec, node, outer, body.frames[i]))
      refuse(diagnostics, "frame", node, wrong);
  }
}

// Mocap bodies are moved by the user: nothing else may move them.
void check_mocap(const DraftBody& body, Diagnostics& diagnostics) {
  if (!body.spec->mocap) return;
  if (!body.joints.empty()) refuse(diagnostics, "body", *body.spec, "mocap body cannot have joints");
  if (body.parent != 0) refuse(diagnostics, "body", *body.spec, "mocap body must be a child of the world");
}

}  // namespace

void place_frames(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftBody& body : draft.bodies) place_body_frames(spec, body, diagnostics);
  for (std::size_t id = 1; id < draft.bodies.size(); ++id) {
    DraftBody& body = draft.bodies[id];
    body.weld = body.joints.empty() ? draft.bodies[body.parent].weld : static_cast<int>(id);
    body.own_pose = resolve_pose(spec, "body", *body.spec, diagnostics);
    build::normalize(body.own_pose.quat);
    body.pose = in_frame(draft.bodies[body.parent], body.spec->frame, body.own_pose);
    check_mocap(body, diagnostics);
  }
}

}  // namespace corten
