// Arrays of Data whose size the model fixes, by the stage that fills them.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"

namespace corten {

// Simulation state and inputs.
struct StateFields {
  Array<Real> qpos;
  Array<Real> qvel;
  Array<Real> act;
  Array<Real> history;
  Array<Real> qacc_warmstart;
  Array<Real> plugin_state;
  Array<Real> ctrl;
  Array<Real> qfrc_applied;
  Array<Wrench<Real>> xfrc_applied;
  Array<byte> eq_active;
  Array<Vec3<Real>> mocap_pos;
  Array<Quat<Real>> mocap_quat;
  Array<Real> qacc;
  Array<Real> act_dot;
  Array<Real> userdata;
  Array<Real> sensordata;
  Array<int> tree_asleep;
  Array<int> plugin;
  Array<std::uintptr_t> plugin_data;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("qpos", f.qpos, n.nq);
    fn("qvel", f.qvel, n.nv);
    fn("act", f.act, n.na);
    fn("history", f.history, n.nhistory);
    fn("qacc_warmstart", f.qacc_warmstart, n.nv);
    fn("plugin_state", f.plugin_state, n.npluginstate);
    fn("ctrl", f.ctrl, n.nu);
    fn("qfrc_applied", f.qfrc_applied, n.nv);
    fn("xfrc_applied", f.xfrc_applied, n.nbody);
    fn("eq_active", f.eq_active, n.neq);
    fn("mocap_pos", f.mocap_pos, n.nmocap);
    fn("mocap_quat", f.mocap_quat, n.nmocap);
    fn("qacc", f.qacc, n.nv);
    fn("act_dot", f.act_dot, n.na);
    fn("userdata", f.userdata, n.nuserdata);
    fn("sensordata", f.sensordata, n.nsensordata);
    fn("tree_asleep", f.tree_asleep, n.ntree);
    fn("plugin", f.plugin, n.nplugin);
    fn("plugin_data", f.plugin_data, n.nplugin);
  }
};

// What the configuration determines.
struct PositionFields {
  Array<Vec3<Real>> xpos;
  Array<Quat<Real>> xquat;
  Array<Mat3<Real>> xmat;
  Array<Vec3<Real>> xipos;
  Array<Mat3<Real>> ximat;
  Array<Vec3<Real>> xanchor;
  Array<Vec3<Real>> xaxis;
  Array<Vec3<Real>> geom_xpos;
  Array<Mat3<Real>> geom_xmat;
  Array<Vec3<Real>> site_xpos;
  Array<Mat3<Real>> site_xmat;
  Array<Vec3<Real>> cam_xpos;
  Array<Mat3<Real>> cam_xmat;
  Array<Vec3<Real>> light_xpos;
  Array<Vec3<Real>> light_xdir;
  Array<Vec3<Real>> subtree_com;
  Array<Motion<Real>> cdof;
  Array<Inertia<Real>> cinert;
  Array<Vec3<Real>> flexvert_xpos;
  Array<Aabb<Real>> flexelem_aabb;
  Array<Real> flexedge_J;
  Array<Real> flexedge_length;
  Array<Vec<Real, 2>> flexvert_J;
  Array<Vec<Real, 2>> flexvert_length;
  Array<Aabb<Real>> bvh_aabb_dyn;
  Array<int> ten_wrapadr;
  Array<int> ten_wrapnum;
  Array<int> ten_J_rownnz;
  Array<int> ten_J_rowadr;
  Array2<int> ten_J_colind;
  Array2<Real> ten_J;
  Array<Real> ten_length;
  Array<Vec<int, 2>> wrap_obj;
  Array<Vec<Real, 6>> wrap_xpos;
  Array<Real> actuator_length;
  Array<int> moment_rownnz;
  Array<int> moment_rowadr;
  Array<int> moment_colind;
  Array<Real> actuator_moment;
  Array<Inertia<Real>> crb;
  Array<Real> qM;
  Array<Real> M;
  Array<Real> qLD;
  Array<Real> qLDiagInv;
  Array<byte> bvh_active;
  Array<int> tree_awake;
  Array<int> body_awake;
  Array<int> body_awake_ind;
  Array<int> parent_awake_ind;
  Array<int> dof_awake_ind;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("xpos", f.xpos, n.nbody);
    fn("xquat", f.xquat, n.nbody);
    fn("xmat", f.xmat, n.nbody);
    fn("xipos", f.xipos, n.nbody);
    fn("ximat", f.ximat, n.nbody);
    fn("xanchor", f.xanchor, n.njnt);
    fn("xaxis", f.xaxis, n.njnt);
    fn("geom_xpos", f.geom_xpos, n.ngeom);
    fn("geom_xmat", f.geom_xmat, n.ngeom);
    fn("site_xpos", f.site_xpos, n.nsite);
    fn("site_xmat", f.site_xmat, n.nsite);
    fn("cam_xpos", f.cam_xpos, n.ncam);
    fn("cam_xmat", f.cam_xmat, n.ncam);
    fn("light_xpos", f.light_xpos, n.nlight);
    fn("light_xdir", f.light_xdir, n.nlight);
    fn("subtree_com", f.subtree_com, n.nbody);
    fn("cdof", f.cdof, n.nv);
    fn("cinert", f.cinert, n.nbody);
    fn("flexvert_xpos", f.flexvert_xpos, n.nflexvert);
    fn("flexelem_aabb", f.flexelem_aabb, n.nflexelem);
    fn("flexedge_J", f.flexedge_J, n.nJfe);
    fn("flexedge_length", f.flexedge_length, n.nflexedge);
    fn("flexvert_J", f.flexvert_J, n.nJfv);
    fn("flexvert_length", f.flexvert_length, n.nflexvert);
    fn("bvh_aabb_dyn", f.bvh_aabb_dyn, n.nbvhdynamic);
    fn("ten_wrapadr", f.ten_wrapadr, n.ntendon);
    fn("ten_wrapnum", f.ten_wrapnum, n.ntendon);
    fn("ten_J_rownnz", f.ten_J_rownnz, n.ntendon);
    fn("ten_J_rowadr", f.ten_J_rowadr, n.ntendon);
    fn("ten_J_colind", f.ten_J_colind, n.ntendon, n.nv);
    fn("ten_J", f.ten_J, n.ntendon, n.nv);
    fn("ten_length", f.ten_length, n.ntendon);
    fn("wrap_obj", f.wrap_obj, n.nwrap);
    fn("wrap_xpos", f.wrap_xpos, n.nwrap);
    fn("actuator_length", f.actuator_length, n.nu);
    fn("moment_rownnz", f.moment_rownnz, n.nu);
    fn("moment_rowadr", f.moment_rowadr, n.nu);
    fn("moment_colind", f.moment_colind, n.nJmom);
    fn("actuator_moment", f.actuator_moment, n.nJmom);
    fn("crb", f.crb, n.nbody);
    fn("qM", f.qM, n.nM);
    fn("M", f.M, n.nC);
    fn("qLD", f.qLD, n.nC);
    fn("qLDiagInv", f.qLDiagInv, n.nv);
    fn("bvh_active", f.bvh_active, n.nbvh);
    fn("tree_awake", f.tree_awake, n.ntree);
    fn("body_awake", f.body_awake, n.nbody);
    fn("body_awake_ind", f.body_awake_ind, n.nbody);
    fn("parent_awake_ind", f.parent_awake_ind, n.nbody);
    fn("dof_awake_ind", f.dof_awake_ind, n.nv);
  }
};

// What the velocity determines.
struct VelocityFields {
  Array<Real> flexedge_velocity;
  Array<Real> ten_velocity;
  Array<Real> actuator_velocity;
  Array<Motion<Real>> cvel;
  Array<Motion<Real>> cdof_dot;
  Array<Real> qfrc_bias;
  Array<Real> qfrc_spring;
  Array<Real> qfrc_damper;
  Array<Real> qfrc_gravcomp;
  Array<Real> qfrc_fluid;
  Array<Real> qfrc_passive;
  Array<Vec3<Real>> subtree_linvel;
  Array<Vec3<Real>> subtree_angmom;
  Array<Real> qH;
  Array<Real> qHDiagInv;
  Array<Real> qDeriv;
  Array<Real> qLU;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("flexedge_velocity", f.flexedge_velocity, n.nflexedge);
    fn("ten_velocity", f.ten_velocity, n.ntendon);
    fn("actuator_velocity", f.actuator_velocity, n.nu);
    fn("cvel", f.cvel, n.nbody);
    fn("cdof_dot", f.cdof_dot, n.nv);
    fn("qfrc_bias", f.qfrc_bias, n.nv);
    fn("qfrc_spring", f.qfrc_spring, n.nv);
    fn("qfrc_damper", f.qfrc_damper, n.nv);
    fn("qfrc_gravcomp", f.qfrc_gravcomp, n.nv);
    fn("qfrc_fluid", f.qfrc_fluid, n.nv);
    fn("qfrc_passive", f.qfrc_passive, n.nv);
    fn("subtree_linvel", f.subtree_linvel, n.nbody);
    fn("subtree_angmom", f.subtree_angmom, n.nbody);
    fn("qH", f.qH, n.nC);
    fn("qHDiagInv", f.qHDiagInv, n.nv);
    fn("qDeriv", f.qDeriv, n.nD);
    fn("qLU", f.qLU, n.nD);
  }
};

// Forces and accelerations.
struct AccelerationFields {
  Array<Real> actuator_force;
  Array<Real> qfrc_actuator;
  Array<Real> qfrc_smooth;
  Array<Real> qacc_smooth;
  Array<Real> qfrc_constraint;
  Array<Real> qfrc_inverse;
  Array<Motion<Real>> cacc;
  Array<Force<Real>> cfrc_int;
  Array<Force<Real>> cfrc_ext;

  template <class Self, class Sizes, class Fn>
  static void visit(Self& f, const Sizes& n, Fn&& fn) {
    fn("actuator_force", f.actuator_force, n.nu);
    fn("qfrc_actuator", f.qfrc_actuator, n.nv);
    fn("qfrc_smooth", f.qfrc_smooth, n.nv);
    fn("qacc_smooth", f.qacc_smooth, n.nv);
    fn("qfrc_constraint", f.qfrc_constraint, n.nv);
    fn("qfrc_inverse", f.qfrc_inverse, n.nv);
    fn("cacc", f.cacc, n.nbody);
    fn("cfrc_int", f.cfrc_int, n.nbody);
    fn("cfrc_ext", f.cfrc_ext, n.nbody);
  }
};

}  // namespace corten
