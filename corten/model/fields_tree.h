// Fields of the kinematic tree: configurations, bodies, joints, dofs, trees.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Reference configurations.
struct QposFields {
  Array<Real> qpos0;        // reference configuration; joint values are measured from it
  Array<Real> qpos_spring;  // configuration at which joint springs are at rest

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("qpos0", f.qpos0, n.nq);
    fn("qpos_spring", f.qpos_spring, n.nq);
  }
};

// Bodies.
struct BodyFields {
  Array<int> body_parentid;        // parent body; the world is its own parent
  Array<int> body_rootid;          // ancestor that is a child of the world; the world for itself
  Array<int> body_weldid;          // topmost ancestor with no joint in between; 0 when fixed to the world
  Array<int> body_mocapid;         // row of mocap_pos and mocap_quat, −1 if not a mocap body
  Array<int> body_jntnum;          // number of joints
  Array<int> body_jntadr;          // first joint, −1 if none
  Array<int> body_dofnum;          // number of dofs
  Array<int> body_dofadr;          // first dof, −1 if none
  Array<int> body_treeid;          // kinematic tree, −1 if it cannot move
  Array<int> body_geomnum;         // number of geoms
  Array<int> body_geomadr;         // first geom, −1 if none
  Array<byte> body_simple;         // 1 if its block of M is diagonal and constant, 2 if only slides, else 0
  Array<byte> body_sameframe;      // mjtSameFrame: how the inertial frame coincides with the body frame
  Array<Vec3<Real>> body_pos;      // origin in the parent frame [m]
  Array<Quat<Real>> body_quat;     // orientation in the parent frame
  Array<Vec3<Real>> body_ipos;     // centre of mass in the body frame [m]
  Array<Quat<Real>> body_iquat;    // principal axes of inertia in the body frame
  Array<Real> body_mass;           // [kg]
  Array<Real> body_subtreemass;    // mass of the body and everything below it [kg]
  Array<Vec3<Real>> body_inertia;  // principal moments, decreasing when computed [kg m²]
  Array<Vec<Real, 2>> body_invweight0;  // mean inverse inertia at qpos0 [1/kg, 1/(kg m²)]
  Array<Real> body_gravcomp;            // share of its weight that is carried: 1 floats
  Array<Real> body_margin;              // largest margin of its geoms, widens the bounding volumes [m]
  Array2<Real> body_user;               // user numbers
  Array<int> body_plugin;               // plugin instance, −1 if none
  Array<int> body_contype;              // all contype bits of its geoms
  Array<int> body_conaffinity;          // all conaffinity bits of its geoms
  Array<int> body_bvhadr;               // first node of its bounding volume tree, −1 if none
  Array<int> body_bvhnum;               // number of nodes

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("body_parentid", f.body_parentid, n.nbody);
    fn("body_rootid", f.body_rootid, n.nbody);
    fn("body_weldid", f.body_weldid, n.nbody);
    fn("body_mocapid", f.body_mocapid, n.nbody);
    fn("body_jntnum", f.body_jntnum, n.nbody);
    fn("body_jntadr", f.body_jntadr, n.nbody);
    fn("body_dofnum", f.body_dofnum, n.nbody);
    fn("body_dofadr", f.body_dofadr, n.nbody);
    fn("body_treeid", f.body_treeid, n.nbody);
    fn("body_geomnum", f.body_geomnum, n.nbody);
    fn("body_geomadr", f.body_geomadr, n.nbody);
    fn("body_simple", f.body_simple, n.nbody);
    fn("body_sameframe", f.body_sameframe, n.nbody);
    fn("body_pos", f.body_pos, n.nbody);
    fn("body_quat", f.body_quat, n.nbody);
    fn("body_ipos", f.body_ipos, n.nbody);
    fn("body_iquat", f.body_iquat, n.nbody);
    fn("body_mass", f.body_mass, n.nbody);
    fn("body_subtreemass", f.body_subtreemass, n.nbody);
    fn("body_inertia", f.body_inertia, n.nbody);
    fn("body_invweight0", f.body_invweight0, n.nbody);
    fn("body_gravcomp", f.body_gravcomp, n.nbody);
    fn("body_margin", f.body_margin, n.nbody);
    fn("body_user", f.body_user, n.nbody, n.nuser_body);
    fn("body_plugin", f.body_plugin, n.nbody);
    fn("body_contype", f.body_contype, n.nbody);
    fn("body_conaffinity", f.body_conaffinity, n.nbody);
    fn("body_bvhadr", f.body_bvhadr, n.nbody);
    fn("body_bvhnum", f.body_bvhnum, n.nbody);
  }
};

// Joints.
struct JointFields {
  Array<int> jnt_type;                  // mjtJoint
  Array<int> jnt_qposadr;               // first entry in qpos
  Array<int> jnt_dofadr;                // first dof
  Array<int> jnt_bodyid;                // body it moves
  Array<int> jnt_group;                 // group for viewers
  Array<byte> jnt_limited;              // whether jnt_range acts
  Array<byte> jnt_actfrclimited;        // whether jnt_actfrcrange acts
  Array<byte> jnt_actgravcomp;          // whether gravity compensation counts as actuator force
  Array<Vec<Real, kNRef>> jnt_solref;   // reference of the limit
  Array<Vec<Real, kNImp>> jnt_solimp;   // impedance of the limit
  Array<Vec3<Real>> jnt_pos;            // anchor in the body frame [m]
  Array<Vec3<Real>> jnt_axis;           // unit axis in the body frame; z for ball and free
  Array<Real> jnt_stiffness;            // spring [N/m or N m/rad]
  Array<Vec<Real, 2>> jnt_range;        // limits [m or rad]; a ball has only the upper one
  Array<Vec<Real, 2>> jnt_actfrcrange;  // least and largest sum of actuator forces [N or N m]
  Array<Real> jnt_margin;               // distance from the limit at which its row appears [m or rad]
  Array2<Real> jnt_user;                // user numbers

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("jnt_type", f.jnt_type, n.njnt);
    fn("jnt_qposadr", f.jnt_qposadr, n.njnt);
    fn("jnt_dofadr", f.jnt_dofadr, n.njnt);
    fn("jnt_bodyid", f.jnt_bodyid, n.njnt);
    fn("jnt_group", f.jnt_group, n.njnt);
    fn("jnt_limited", f.jnt_limited, n.njnt);
    fn("jnt_actfrclimited", f.jnt_actfrclimited, n.njnt);
    fn("jnt_actgravcomp", f.jnt_actgravcomp, n.njnt);
    fn("jnt_solref", f.jnt_solref, n.njnt);
    fn("jnt_solimp", f.jnt_solimp, n.njnt);
    fn("jnt_pos", f.jnt_pos, n.njnt);
    fn("jnt_axis", f.jnt_axis, n.njnt);
    fn("jnt_stiffness", f.jnt_stiffness, n.njnt);
    fn("jnt_range", f.jnt_range, n.njnt);
    fn("jnt_actfrcrange", f.jnt_actfrcrange, n.njnt);
    fn("jnt_margin", f.jnt_margin, n.njnt);
    fn("jnt_user", f.jnt_user, n.njnt, n.nuser_jnt);
  }
};

// Degrees of freedom.
struct DofFields {
  Array<int> dof_bodyid;               // body it moves
  Array<int> dof_jntid;                // joint it belongs to
  Array<int> dof_parentid;             // previous dof towards the root, −1 at the root
  Array<int> dof_treeid;               // kinematic tree
  Array<int> dof_Madr;                 // its diagonal entry in qM; the ancestors follow
  Array<int> dof_simplenum;            // simple dofs from here on, 0 if not simple
  Array<Vec<Real, kNRef>> dof_solref;  // reference of dry friction
  Array<Vec<Real, kNImp>> dof_solimp;  // impedance of dry friction
  Array<Real> dof_frictionloss;        // largest dry friction [N or N m]
  Array<Real> dof_armature;            // inertia of the rotor, added to the diagonal of M [kg or kg m²]
  Array<Real> dof_damping;             // viscous damping [N s/m or N m s/rad]
  Array<Real> dof_invweight0;          // diagonal of M⁻¹ at qpos0, averaged per joint
  Array<Real> dof_M0;                  // diagonal of M at qpos0
  Array<Real> dof_length;              // turns its speed into metres: 1, or the body's size for rotation [m]

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("dof_bodyid", f.dof_bodyid, n.nv);
    fn("dof_jntid", f.dof_jntid, n.nv);
    fn("dof_parentid", f.dof_parentid, n.nv);
    fn("dof_treeid", f.dof_treeid, n.nv);
    fn("dof_Madr", f.dof_Madr, n.nv);
    fn("dof_simplenum", f.dof_simplenum, n.nv);
    fn("dof_solref", f.dof_solref, n.nv);
    fn("dof_solimp", f.dof_solimp, n.nv);
    fn("dof_frictionloss", f.dof_frictionloss, n.nv);
    fn("dof_armature", f.dof_armature, n.nv);
    fn("dof_damping", f.dof_damping, n.nv);
    fn("dof_invweight0", f.dof_invweight0, n.nv);
    fn("dof_M0", f.dof_M0, n.nv);
    fn("dof_length", f.dof_length, n.nv);
  }
};

// Kinematic trees under the world.
struct KinTreeFields {
  Array<int> tree_bodyadr;       // first body
  Array<int> tree_bodynum;       // number of bodies, which are consecutive
  Array<int> tree_dofadr;        // first dof
  Array<int> tree_dofnum;        // number of dofs
  Array<int> tree_sleep_policy;  // mjtSleepPolicy: whether it may sleep

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("tree_bodyadr", f.tree_bodyadr, n.ntree);
    fn("tree_bodynum", f.tree_bodynum, n.ntree);
    fn("tree_dofadr", f.tree_dofadr, n.ntree);
    fn("tree_dofnum", f.tree_dofnum, n.ntree);
    fn("tree_sleep_policy", f.tree_sleep_policy, n.ntree);
  }
};

// Sparsity of body, inertia and derivative matrices.
struct SparsityFields {
  Array<int> B_rownnz;  // body-dof matrix: entries per row
  Array<int> B_rowadr;  // body-dof matrix: start of each row
  Array<int> B_colind;  // body-dof matrix: dofs above, of and below the body
  Array<int> M_rownnz;  // M: entries per row
  Array<int> M_rowadr;  // M: start of each row
  Array<int> M_colind;  // M: ancestors of the dof, then itself; itself only when simple
  Array<int> mapM2M;    // entry of qM for each entry of M
  Array<int> D_rownnz;  // qDeriv: entries per row
  Array<int> D_rowadr;  // qDeriv: start of each row
  Array<int> D_diag;    // qDeriv: position of the diagonal within its row
  Array<int> D_colind;  // qDeriv: ancestors, itself, descendants
  Array<int> mapM2D;    // entry of M for each entry of qDeriv, −1 where M has none
  Array<int> mapD2M;    // entry of qDeriv for each entry of M

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("B_rownnz", f.B_rownnz, n.nbody);
    fn("B_rowadr", f.B_rowadr, n.nbody);
    fn("B_colind", f.B_colind, n.nB);
    fn("M_rownnz", f.M_rownnz, n.nv);
    fn("M_rowadr", f.M_rowadr, n.nv);
    fn("M_colind", f.M_colind, n.nC);
    fn("mapM2M", f.mapM2M, n.nC);
    fn("D_rownnz", f.D_rownnz, n.nv);
    fn("D_rowadr", f.D_rowadr, n.nv);
    fn("D_diag", f.D_diag, n.nv);
    fn("D_colind", f.D_colind, n.nD);
    fn("mapM2D", f.mapM2D, n.nD);
    fn("mapD2M", f.mapD2M, n.nC);
  }
};

}  // namespace corten
