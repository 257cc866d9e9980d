// Arrays of Data whose size the model fixes, by the stage that fills them.
#pragma once

#include <cstdint>

#include "corten/base/array.h"
#include "corten/math/spatial.h"

namespace corten {

// Simulation state and inputs.
struct StateFields {
  Array<Real> qpos;                  // configuration; quaternions of ball and free joints need not be unit
  Array<Real> qvel;                  // velocity; rotations of ball and free joints in the body frame
  Array<Real> act;                   // activations
  Array<Real> history;               // past controls and sensor readings of delayed actuators and sensors
  Array<Real> qacc_warmstart;        // acceleration the solver starts from: that of the last step
  Array<Real> plugin_state;          // state of plugins
  Array<Real> ctrl;                  // controls
  Array<Real> qfrc_applied;          // forces of the user on dofs
  Array<Wrench<Real>> xfrc_applied;  // forces of the user at the centres of mass, world axes [N, N m]
  Array<byte> eq_active;             // whether an equality acts
  Array<Vec3<Real>> mocap_pos;       // position of mocap bodies, world [m]
  Array<Quat<Real>> mocap_quat;      // orientation of mocap bodies, world
  Array<Real> qacc;                  // acceleration
  Array<Real> act_dot;               // time derivative of act
  Array<Real> userdata;              // numbers of the user; the engine does not touch them
  Array<Real> sensordata;            // readings of all sensors
  Array<int> tree_asleep;  // below 0 awake, counting up to −1 when ready; else the next tree asleep with it
  Array<int> plugin;       // slot of each instance in the plugin registry
  Array<std::uintptr_t> plugin_data;  // what a plugin instance keeps for itself

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
  Array<Vec3<Real>> xpos;         // origin of the body frame, world [m]
  Array<Quat<Real>> xquat;        // body orientation, world, unit
  Array<Mat3<Real>> xmat;         // the same as a matrix
  Array<Vec3<Real>> xipos;        // centre of mass, world [m]
  Array<Mat3<Real>> ximat;        // principal axes of inertia, world
  Array<Vec3<Real>> xanchor;      // joint anchor before the joint moves, world [m]
  Array<Vec3<Real>> xaxis;        // joint axis before the joint moves, world
  Array<Vec3<Real>> geom_xpos;    // geom origin, world [m]
  Array<Mat3<Real>> geom_xmat;    // geom orientation, world
  Array<Vec3<Real>> site_xpos;    // site origin, world [m]
  Array<Mat3<Real>> site_xmat;    // site orientation, world
  Array<Vec3<Real>> cam_xpos;     // camera origin, world [m]
  Array<Mat3<Real>> cam_xmat;     // camera orientation, world
  Array<Vec3<Real>> light_xpos;   // light position, world [m]
  Array<Vec3<Real>> light_xdir;   // light direction, world, unit
  Array<Vec3<Real>> subtree_com;  // centre of mass of the body and everything below it, world [m]
  Array<Motion<Real>> cdof;       // motion that a unit speed of the dof causes, about the root's subtree_com
  Array<Inertia<Real>> cinert;    // inertia of the body about the root's subtree_com
  Array<Vec3<Real>> flexvert_xpos;      // vertex, world [m]
  Array<Aabb<Real>> flexelem_aabb;      // box around the element, world [m]
  Array<Real> flexedge_J;               // edge Jacobian, sparse
  Array<Real> flexedge_length;          // [m]
  Array<Vec<Real, 2>> flexvert_J;       // vertex Jacobian, sparse
  Array<Vec<Real, 2>> flexvert_length;  // the two measures of strain at a vertex
  Array<Aabb<Real>> bvh_aabb_dyn;       // box of a flex's tree node, world [m]
  Array<int> ten_wrapadr;               // first point of the path in wrap_obj
  Array<int> ten_wrapnum;               // number of points
  Array<int> ten_J_rownnz;              // tendon Jacobian: entries per row
  Array<int> ten_J_rowadr;              // tendon Jacobian: start of each row
  Array2<int> ten_J_colind;             // tendon Jacobian: dofs
  Array2<Real> ten_J;                   // tendon Jacobian; sparse rows or dense ones as opt.jacobian says
  Array<Real> ten_length;               // [m]
  Array<Vec<int, 2>> wrap_obj;    // geom touched at each of two points, −1 for a site, −2 for a pulley
  Array<Vec<Real, 6>> wrap_xpos;  // the two points, world [m]
  Array<Real> actuator_length;    // length of the transmission
  Array<int> moment_rownnz;       // moment arms: entries per actuator
  Array<int> moment_rowadr;       // moment arms: start of each row
  Array<int> moment_colind;       // moment arms: dofs
  Array<Real> actuator_moment;    // derivative of the length along each dof, sparse
  Array<Inertia<Real>> crb;       // inertia of the body and everything below it, about the root's subtree_com
  Array<Real> qM;                 // inertia matrix in the order of dof_Madr
  Array<Real> M;                  // inertia matrix, lower triangle by rows
  Array<Real> qLD;                // L and D of M = Lᵀ D L, in the pattern of M
  Array<Real> qLDiagInv;          // 1 / D
  Array<byte> bvh_active;         // whether the last broad phase reached the node
  Array<int> tree_awake;          // 1 awake, 0 asleep
  Array<int> body_awake;          // 1 awake, 0 asleep, −1 static
  Array<int> body_awake_ind;      // bodies that are not asleep, increasing
  Array<int> parent_awake_ind;    // bodies whose parent is not asleep, increasing
  Array<int> dof_awake_ind;       // dofs of awake trees, increasing

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
  Array<Real> flexedge_velocity;     // rate of the length [m/s]
  Array<Real> ten_velocity;          // rate of the length [m/s]
  Array<Real> actuator_velocity;     // rate of the length
  Array<Motion<Real>> cvel;          // velocity of the body, about the root's subtree_com
  Array<Motion<Real>> cdof_dot;      // time derivative of cdof
  Array<Real> qfrc_bias;             // Coriolis, centrifugal and gravity forces; left-hand side
  Array<Real> qfrc_spring;           // joint and tendon springs
  Array<Real> qfrc_damper;           // joint and tendon dampers
  Array<Real> qfrc_gravcomp;         // forces that carry body weight
  Array<Real> qfrc_fluid;            // drag and lift
  Array<Real> qfrc_passive;          // sum of the passive forces
  Array<Vec3<Real>> subtree_linvel;  // velocity of the subtree's centre of mass, world [m/s]
  Array<Vec3<Real>> subtree_angmom;  // angular momentum about that centre, world [kg m²/s]
  Array<Real> qH;                    // L and D of M with implicit damping, in the pattern of M
  Array<Real> qHDiagInv;             // 1 / D of qH
  Array<Real> qDeriv;  // ∂ (actuator + passive − bias) / ∂ qvel, in the pattern of D_colind
  Array<Real> qLU;     // LU factors of M − h qDeriv, same pattern

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
  Array<Real> actuator_force;   // force along the transmission
  Array<Real> qfrc_actuator;    // actuator forces on dofs
  Array<Real> qfrc_smooth;      // all forces on dofs but those of constraints
  Array<Real> qacc_smooth;      // acceleration without constraints
  Array<Real> qfrc_constraint;  // constraint forces on dofs: Jᵀ efc_force
  Array<Real> qfrc_inverse;     // forces that would cause qacc
  Array<Motion<Real>> cacc;  // acceleration of the body, gravity counted as −g, about the root's subtree_com
  Array<Force<Real>> cfrc_int;  // force from the parent, about the root's subtree_com
  Array<Force<Real>> cfrc_ext;  // force from contacts, connections and the user, about the root's subtree_com

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
