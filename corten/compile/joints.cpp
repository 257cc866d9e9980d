// Joints: axes and anchors in the body, limits in radians, rules about their combination.
#include "corten/compile/limits.h"
#include "corten/compile/passes.h"
#include "corten/compile/place.h"
#include "corten/compile/refuse.h"
#include "corten/model/structure.h"

namespace corten {
namespace {

Real radians(const Spec& spec, const spec::Joint& node, Real angle) {
  return *spec.compiler_of(node).degree ? angle * (build::kPi / 180.0) : angle;
}

void place_joint(const Draft& draft, DraftJoint& joint, Diagnostics& diagnostics) {
  const spec::Joint& node = *joint.spec;
  joint.axis = *node.axis;
  joint.pos = *node.pos;
  if (node.frame >= 0) {
    const build::Pose& frame = draft.bodies[joint.body].frames[node.frame];
    joint.axis = rotate(frame.quat, joint.axis);
    joint.pos = to_mat(frame.quat) * joint.pos + frame.pos;
  }
  if (joint.type == mjJNT_FREE || joint.type == mjJNT_BALL) joint.axis = {0, 0, 1};
  if (joint.type == mjJNT_FREE) joint.pos = {};
  if (build::normalize(joint.axis) < build::kEps)
    refuse(diagnostics, "joint", node, "axis has no direction: its length is zero");
}

void limit_joint(const Spec& spec, DraftJoint& joint, Diagnostics& diagnostics) {
  const spec::Joint& node = *joint.spec;
  const bool autolimits = spec.compiler_of(node).autolimits;
  joint.range = *node.range;
  if (joint.type == mjJNT_FREE) return;
  if (const char* wrong = check_autolimits(autolimits, *node.limited, *node.range))
    refuse(diagnostics, "joint", node, wrong);
  joint.limited = is_limited(*node.limited, *node.range);
  if (!joint.limited) return;
  if (joint.type != mjJNT_BALL && joint.range[0] >= joint.range[1])
    refuse(diagnostics, "joint", node, "range is empty: its first value must be below the second");
  if (joint.type == mjJNT_BALL && joint.range[0] != 0)
    refuse(diagnostics, "joint", node,
           "the range of a ball joint is 0 and its largest angle; the first value is not 0");
  if (joint.type != mjJNT_SLIDE)
    for (Real& bound : joint.range)
      if (bound != 0) bound = radians(spec, node, bound);
}

void limit_actuator_force(const Spec& spec, DraftJoint& joint, Diagnostics& diagnostics) {
  const spec::Joint& node = *joint.spec;
  if (joint.type == mjJNT_FREE || joint.type == mjJNT_BALL) return;
  if (const char* wrong =
          check_autolimits(spec.compiler_of(node).autolimits, *node.actfrclimited, *node.actfrcrange))
    refuse(diagnostics, "joint", node, wrong);
  joint.actfrclimited = is_limited(*node.actfrclimited, *node.actfrcrange);
  if (joint.actfrclimited && (*node.actfrcrange)[0] >= (*node.actfrcrange)[1])
    refuse(diagnostics, "joint", node, "actuatorfrcrange is empty: its first value must be below the second");
}

void check_spring_damper(const spec::Joint& node, Diagnostics& diagnostics) {
  const Vec<Real, 2>& s = *node.springdamper;
  if ((s[0] != 0 || s[1] != 0) && (s[0] <= 0 || s[1] <= 0))
    refuse(diagnostics, "joint", node,
           "springdamper needs a positive time constant and a positive damping ratio");
}

void check_combination(const Draft& draft, const DraftBody& body, Diagnostics& diagnostics) {
  int dofs = 0;
  bool after_ball = false;
  for (const int id : body.joints) {
    const DraftJoint& joint = draft.joints[id];
    dofs += dof_width(joint.type);
    if (joint.type == mjJNT_FREE && body.joints.size() > 1)
      refuse(diagnostics, "joint", *joint.spec, "free joint must be alone in its body");
    if (after_ball && (joint.type == mjJNT_BALL || joint.type == mjJNT_HINGE))
      refuse(diagnostics, "joint", *joint.spec, "ball followed by hinge or ball in the same body");
    after_ball = after_ball || joint.type == mjJNT_BALL;
  }
  if (dofs > 6)
    refuse(diagnostics, "body", *body.spec,
           "the joints of this body have " + std::to_string(dofs) + " degrees of freedom; 6 is the most");
}

}  // namespace

void place_joints(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  for (DraftJoint& joint : draft.joints) {
    joint.type = static_cast<mjtJoint>(*joint.spec->type);
    place_joint(draft, joint, diagnostics);
    limit_joint(spec, joint, diagnostics);
    limit_actuator_force(spec, joint, diagnostics);
    check_spring_damper(*joint.spec, diagnostics);
    const bool hinge = joint.type == mjJNT_HINGE;
    joint.ref = hinge ? radians(spec, *joint.spec, *joint.spec->ref) : *joint.spec->ref;
    joint.springref = hinge ? radians(spec, *joint.spec, *joint.spec->springref) : *joint.spec->springref;
  }
  for (const DraftBody& body : draft.bodies) check_combination(draft, body, diagnostics);
}

void check_free_joints(const Spec&, Draft& draft, Diagnostics& diagnostics) {
  for (const DraftJoint& joint : draft.joints)
    if (joint.type == mjJNT_FREE && draft.bodies[joint.body].parent != 0)
      refuse(diagnostics, "joint", *joint.spec, "a free joint needs a body that is a child of the world",
             "move the body to worldbody, or use other joints");
}

}  // namespace corten
