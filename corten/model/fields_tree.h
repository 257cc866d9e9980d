// Fields of the kinematic tree: configurations, bodies, joints, dofs, trees.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"

namespace corten {

// Reference configurations.
struct QposFields {
  Array<Real> qpos0;
  Array<Real> qpos_spring;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("qpos0", f.qpos0, n.nq);
    fn("qpos_spring", f.qpos_spring, n.nq);
  }
};

// Bodies.
struct BodyFields {
  Array<int> body_parentid;
  Array<int> body_rootid;
  Array<int> body_weldid;
  Array<int> body_mocapid;
  Array<int> body_jntnum;
  Array<int> body_jntadr;
  Array<int> body_dofnum;
  Array<int> body_dofadr;
  Array<int> body_treeid;
  Array<int> body_geomnum;
  Array<int> body_geomadr;
  Array<byte> body_simple;
  Array<byte> body_sameframe;
  Array<Vec3<Real>> body_pos;
  Array<Quat<Real>> body_quat;
  Array<Vec3<Real>> body_ipos;
  Array<Quat<Real>> body_iquat;
  Array<Real> body_mass;
  Array<Real> body_subtreemass;
  Array<Vec3<Real>> body_inertia;
  Array<Vec<Real, 2>> body_invweight0;
  Array<Real> body_gravcomp;
  Array<Real> body_margin;
  Array2<Real> body_user;
  Array<int> body_plugin;
  Array<int> body_contype;
  Array<int> body_conaffinity;
  Array<int> body_bvhadr;
  Array<int> body_bvhnum;

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
  Array<int> jnt_type;
  Array<int> jnt_qposadr;
  Array<int> jnt_dofadr;
  Array<int> jnt_bodyid;
  Array<int> jnt_group;
  Array<byte> jnt_limited;
  Array<byte> jnt_actfrclimited;
  Array<byte> jnt_actgravcomp;
  Array<Vec<Real, kNRef>> jnt_solref;
  Array<Vec<Real, kNImp>> jnt_solimp;
  Array<Vec3<Real>> jnt_pos;
  Array<Vec3<Real>> jnt_axis;
  Array<Real> jnt_stiffness;
  Array<Vec<Real, 2>> jnt_range;
  Array<Vec<Real, 2>> jnt_actfrcrange;
  Array<Real> jnt_margin;
  Array2<Real> jnt_user;

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
  Array<int> dof_bodyid;
  Array<int> dof_jntid;
  Array<int> dof_parentid;
  Array<int> dof_treeid;
  Array<int> dof_Madr;
  Array<int> dof_simplenum;
  Array<Vec<Real, kNRef>> dof_solref;
  Array<Vec<Real, kNImp>> dof_solimp;
  Array<Real> dof_frictionloss;
  Array<Real> dof_armature;
  Array<Real> dof_damping;
  Array<Real> dof_invweight0;
  Array<Real> dof_M0;
  Array<Real> dof_length;

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
  Array<int> tree_bodyadr;
  Array<int> tree_bodynum;
  Array<int> tree_dofadr;
  Array<int> tree_dofnum;
  Array<int> tree_sleep_policy;

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
  Array<int> B_rownnz;
  Array<int> B_rowadr;
  Array<int> B_colind;
  Array<int> M_rownnz;
  Array<int> M_rowadr;
  Array<int> M_colind;
  Array<int> mapM2M;
  Array<int> D_rownnz;
  Array<int> D_rowadr;
  Array<int> D_diag;
  Array<int> D_colind;
  Array<int> mapM2D;
  Array<int> mapD2M;

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
