// alignfree: the frame of a lone free body moves onto its inertial frame, where dynamics are cheapest.
#include "corten/compile/passes.h"

namespace corten {
namespace {

bool wants_alignment(const Spec& spec, const Draft& draft, const DraftBody& body) {
  if (body.joints.size() != 1 || !body.children.empty()) return false;
  const DraftJoint& joint = draft.joints[body.joints[0]];
  if (joint.type != mjJNT_FREE) return false;
  const int align = *joint.spec->align;
  return align == mjALIGNFREE_TRUE || (align == mjALIGNFREE_AUTO && spec.compiler_of(*body.spec).alignfree);
}

void align(Draft& draft, DraftBody& body) {
  const build::Pose inertial = body.inertial;
  const build::Pose back = build::invert(inertial);
  body.pose = build::compose(body.pose, inertial);
  body.inertial = {};
  for (const int id : body.geoms) draft.geoms[id].pose = build::compose(back, draft.geoms[id].pose);
  for (const int id : body.sites) draft.sites[id].pose = build::compose(back, draft.sites[id].pose);
  for (const int id : body.cameras) draft.cameras[id].pose = build::compose(back, draft.cameras[id].pose);
  for (const int id : body.lights) {
    DraftLight& light = draft.lights[id];
    light.pos = to_mat(back.quat) * light.pos + back.pos;
    light.dir = rotate(back.quat, light.dir);
  }
}

}  // namespace

void align_free_bodies(const Spec& spec, Draft& draft, Diagnostics&) {
  for (DraftBody& body : draft.bodies)
    if (wants_alignment(spec, draft, body)) align(draft, body);
}

}  // namespace corten
