// Degrees of freedom in joint order, their parents, and which of them have a diagonal inertia ("simple").
#include "corten/compile/passes.h"
#include "corten/compile/same_frame.h"
#include "corten/model/structure.h"

namespace corten {
namespace {

// last dof of the nearest ancestor that has any
int ancestor_dof(const Draft& draft, const DraftBody& body) {
  const DraftBody& moving = draft.bodies[draft.bodies[body.parent].weld];
  return moving.dof_num > 0 ? moving.dof_adr + moving.dof_num - 1 : -1;
}

void list_body_dofs(Draft& draft, int id) {
  DraftBody& body = draft.bodies[id];
  int parent = id == 0 ? -1 : ancestor_dof(draft, body);
  const int first = static_cast<int>(draft.dofs.size());
  for (const int joint : body.joints)
    for (int i = 0; i < dof_width(draft.joints[joint].type); ++i) {
      draft.dofs.push_back({id, joint, parent, 0});
      parent = static_cast<int>(draft.dofs.size()) - 1;
    }
  body.dof_num = static_cast<int>(draft.dofs.size()) - first;
  body.dof_adr = body.dof_num ? first : -1;
}

// ---- simple bodies ----

bool along_one_axis(const Vec3<Real>& axis) {
  int nonzero = 0;
  for (const Real x : axis) nonzero += std::abs(x) > build::kEps;
  return nonzero == 1;
}

bool stands_on_world(const Draft& draft, const DraftBody& body) {
  const DraftBody& parent = draft.bodies[body.parent];
  return body.parent == 0 || (parent.parent == 0 && parent.dof_num == 0);
}

bool joints_are_simple(const Draft& draft, const DraftBody& body) {
  bool rotated = false;  // by an earlier joint of the body
  for (const int id : body.joints) {
    const DraftJoint& joint = draft.joints[id];
    const bool has_axis = joint.type == mjJNT_HINGE || joint.type == mjJNT_SLIDE;
    if (rotated || !is_null_pos(joint.pos) || (has_axis && !along_one_axis(joint.axis))) return false;
    rotated = joint.type == mjJNT_BALL || joint.type == mjJNT_HINGE;
  }
  return true;
}

bool only_slides(const Draft& draft, const DraftBody& body) {
  for (const int id : body.joints)
    if (draft.joints[id].type != mjJNT_SLIDE) return false;
  return !body.joints.empty();
}

int simplicity(const Draft& draft, int id) {
  const DraftBody& body = draft.bodies[id];
  const bool simple = body.same_frame == mjSAMEFRAME_BODY && stands_on_world(draft, body) &&
                      (id == 0 || body.children.empty()) && joints_are_simple(draft, body);
  if (!simple) return 0;
  return only_slides(draft, body) ? 2 : 1;
}

// A tendon with armature couples the dofs it passes through.
void demote_tendon_bodies(Draft& draft) {
  for (const DraftTendon& tendon : draft.tendons) {
    if (*tendon.spec->armature == 0) continue;
    for (const DraftWrap& wrap : tendon.path) {
      if (wrap.type == mjWRAP_SITE) draft.bodies[draft.sites[wrap.obj].body].simple = 0;
      if (wrap.type == mjWRAP_SPHERE || wrap.type == mjWRAP_CYLINDER)
        draft.bodies[draft.geoms[wrap.obj].body].simple = 0;
    }
  }
}

void count_simple_dofs(Draft& draft) {
  int count = 0;
  for (int i = static_cast<int>(draft.dofs.size()) - 1; i >= 0; --i) {
    count = draft.bodies[draft.dofs[i].body].simple ? count + 1 : 0;
    draft.dofs[i].simple_num = count;
  }
}

}  // namespace

void list_dofs(const Spec&, Draft& draft, Diagnostics&) {
  const int nbody = static_cast<int>(draft.bodies.size());
  for (int id = 0; id < nbody; ++id) list_body_dofs(draft, id);
  for (int id = 0; id < nbody; ++id) {
    draft.bodies[id].same_frame = same_frame(draft.bodies[id].inertial);
    draft.bodies[id].simple = simplicity(draft, id);
  }
  demote_tendon_bodies(draft);
  count_simple_dofs(draft);
}

}  // namespace corten
