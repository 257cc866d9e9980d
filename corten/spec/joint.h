// The joint. Field names are those of MuJoCo's mjs structs, values as written (angles in the unit of the
// element's compiler settings, poses relative to the frame it stands in).
#pragma once

#include "corten/model/fields_tree.h"
#include "corten/spec/kept_state.h"
#include "corten/spec/node.h"

namespace corten::spec {

struct Joint : BodyNode {
  Set<int> type = mjJNT_HINGE;
  Set<Real3> pos;
  Set<Real3> axis{{0, 0, 1}};
  Set<Real> ref = 0;                  // hinge: angle unit
  Set<int> align = mjALIGNFREE_AUTO;  // freejoint only
  Set<Real> stiffness = 0;
  Set<Real> springref = 0;  // hinge: angle unit
  Set<Real2> springdamper;
  Set<int> limited = mjLIMITED_AUTO;
  Set<Real2> range;  // hinge, ball: angle unit
  Set<Real> margin = 0;
  Set<SolRef> solref_limit = kSolRef;
  Set<SolImp> solimp_limit = kSolImp;
  Set<int> actfrclimited = mjLIMITED_AUTO;
  Set<Real2> actfrcrange;
  Set<Real> armature = 0;
  Set<Real> damping = 0;
  Set<Real> frictionloss = 0;
  Set<SolRef> solref_friction = kSolRef;
  Set<SolImp> solimp_friction = kSolImp;
  Set<int> group = 0;
  Set<bool> actgravcomp = false;
  std::vector<Real> userdata;
  KeptState kept;

  template <class Self, class Fn>
  static void visit(Self& n, Fn&& fn) {
    visit_named(n, fn);
    fn(n.type, both("type").words(words::kJointType).of("mjtJoint"));
    fn(n.pos, both("pos"));
    fn(n.axis, both("axis"));
    fn(n.ref, both("ref", kAngle));
    fn(n.align, both("align").words(words::kFalseTrueAuto).in("freejoint"));
    fn(n.stiffness, both("stiffness"), &JointFields::jnt_stiffness);
    fn(n.springref, both("springref", kAngle));
    fn(n.springdamper, both("springdamper"));
    fn(n.limited, both("limited").words(words::kFalseTrueAuto));
    fn(n.range, both("range", kAngle));
    fn(n.margin, both("margin"), &JointFields::jnt_margin);
    fn(n.solref_limit, named("solref_limit", "solreflimit", kUpTo), &JointFields::jnt_solref);
    fn(n.solimp_limit, named("solimp_limit", "solimplimit", kUpTo), &JointFields::jnt_solimp);
    fn(n.actfrclimited, named("actfrclimited", "actuatorfrclimited").words(words::kFalseTrueAuto));
    fn(n.actfrcrange, named("actfrcrange", "actuatorfrcrange"), &JointFields::jnt_actfrcrange);
    fn(n.armature, both("armature"), &DofFields::dof_armature);
    fn(n.damping, both("damping"), &DofFields::dof_damping);
    fn(n.frictionloss, both("frictionloss"), &DofFields::dof_frictionloss);
    fn(n.solref_friction, named("solref_friction", "solreffriction", kUpTo), &DofFields::dof_solref);
    fn(n.solimp_friction, named("solimp_friction", "solimpfriction", kUpTo), &DofFields::dof_solimp);
    fn(n.group, both("group"), &JointFields::jnt_group);
    fn(n.actgravcomp, named("actgravcomp", "actuatorgravcomp"), &JointFields::jnt_actgravcomp);
    fn(n.userdata, named("userdata", "user"), &JointFields::jnt_user);
  }
};

}  // namespace corten::spec
