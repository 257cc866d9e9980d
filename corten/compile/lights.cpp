// Lights: position, direction, target, texture.
#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/unknown_name.h"

namespace corten {

void place_lights(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftLight& light : draft.lights) {
    const spec::Light& node = *light.spec;
    light.pos = *node.pos;
    light.dir = *node.dir;
    build::Pose frame;
    if (node.frame >= 0 && !spec::frame_pose(spec, *light.owner, node.frame, frame)) {
      light.pos = to_mat(frame.quat) * light.pos + frame.pos;
      light.dir = rotate(frame.quat, light.dir);
    }
    if (build::normalize(light.dir) < build::kEps) refuse(diagnostics, "light", node, "zero direction");
  }
}

void aim_lights(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (DraftLight& light : draft.lights) {
    const spec::Light& node = *light.spec;
    if (!node.targetbody.empty()) {
      light.target = draft.names.find(mjOBJ_BODY, node.targetbody);
      if (light.target < 0)
        refuse_unknown(draft, mjOBJ_BODY, "body", "target", node.targetbody, "light", node, diagnostics);
    }
    if (!node.texture.empty()) {
      light.texture = draft.names.find(mjOBJ_TEXTURE, node.texture);
      if (light.texture < 0)
        refuse_unknown(draft, mjOBJ_TEXTURE, "texture", "texture", node.texture, "light", node, diagnostics);
    }
  }
}

}  // namespace corten
