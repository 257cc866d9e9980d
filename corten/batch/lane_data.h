// The part of Data that smooth dynamics needs, for worlds in the lanes of a scalar T. Names are those of
// Data, so the same stages run on it; patterns of rows are those of all lanes.
#pragma once

#include <cstdint>

#include "corten/math/spatial.h"
#include "corten/model/layout.h"
#include "corten/model/sizes.h"
#include "corten/sim/rk4_core.h"
#include "corten/smooth/tendon_core.h"

namespace corten {

template <class T>
struct LaneData {
  T time{};
  Array<T> qpos, qvel, act, ctrl, qacc, qacc_smooth, qacc_warmstart;
  Array<Vec3<T>> mocap_pos;
  Array<Quat<T>> mocap_quat;
  Array<Vec3<T>> xpos, xipos, xanchor, xaxis, subtree_com, geom_xpos, site_xpos;
  Array<Quat<T>> xquat;
  Array<Mat3<T>> xmat, ximat, geom_xmat, site_xmat;
  Array<Inertia<T>> cinert, crb;
  Array<Motion<T>> cdof, cdof_dot, cvel, acc;  // acc and force: scratch of rne
  Array<Force<T>> force;
  Array<T> M, qDeriv, qLD, qLDiagInv, qH, qHDiagInv;  // one factor at a time: qH is where qLD is
  Array<int> ten_J_rownnz, ten_J_rowadr, moment_rownnz, moment_rowadr, moment_colind;
  Array2<int> ten_J_colind;
  Array2<T> ten_J;
  Array<T> ten_length, ten_velocity, ten_total, actuator_moment;
  Array<T> actuator_length, actuator_velocity, actuator_force, act_dot;
  Array<T> qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_passive, qfrc_bias, qfrc_actuator,
      qfrc_smooth;
  Array<T> qfrc_applied;  // zero
  Array<T> qfrc_constraint;
  Array<T> stages;  // scratch of Runge-Kutta
  Array<T> dense;   // scratch of rows
  Array<std::uint64_t> touched;
  Array<int> dofs;  // scratch

  template <class Self, class Fn>
  static void visit(Self& d, const Sizes& n, Fn&& fn) {
    fn("qpos", d.qpos, n.nq);
    for (auto* a : {&d.qvel, &d.qacc, &d.qacc_smooth, &d.qacc_warmstart, &d.qLDiagInv, &d.qfrc_spring,
                    &d.qfrc_damper, &d.qfrc_gravcomp, &d.qfrc_fluid, &d.qfrc_passive, &d.qfrc_bias,
                    &d.qfrc_actuator, &d.qfrc_smooth, &d.qfrc_applied, &d.qfrc_constraint, &d.dense})
      fn("", *a, n.nv);
    fn("stages", d.stages, rk4_scratch(n));
    fn("touched", d.touched, RowBuilder<T>::words(n.nv));
    for (auto* a : {&d.act, &d.act_dot}) fn("", *a, n.na);
    for (auto* a : {&d.ctrl, &d.actuator_length, &d.actuator_velocity, &d.actuator_force}) fn("", *a, n.nu);
    for (auto* a : {&d.ten_length, &d.ten_velocity, &d.ten_total}) fn("", *a, n.ntendon);
    for (auto* a : {&d.ten_J_rownnz, &d.ten_J_rowadr}) fn("", *a, n.ntendon);
    for (auto* a : {&d.moment_rownnz, &d.moment_rowadr}) fn("", *a, n.nu);
    fn("ten_J_colind", d.ten_J_colind, n.ntendon, n.nv);
    fn("ten_J", d.ten_J, n.ntendon, n.nv);
    fn("moment_colind", d.moment_colind, n.nJmom);
    fn("actuator_moment", d.actuator_moment, n.nJmom);
    fn("mocap_pos", d.mocap_pos, n.nmocap);
    fn("mocap_quat", d.mocap_quat, n.nmocap);
    for (auto* a : {&d.xpos, &d.xipos, &d.subtree_com}) fn("", *a, n.nbody);
    for (auto* a : {&d.xanchor, &d.xaxis}) fn("", *a, n.njnt);
    fn("xquat", d.xquat, n.nbody);
    for (auto* a : {&d.xmat, &d.ximat}) fn("", *a, n.nbody);
    fn("geom_xpos", d.geom_xpos, n.ngeom);
    fn("geom_xmat", d.geom_xmat, n.ngeom);
    fn("site_xpos", d.site_xpos, n.nsite);
    fn("site_xmat", d.site_xmat, n.nsite);
    for (auto* a : {&d.cinert, &d.crb}) fn("", *a, n.nbody);
    for (auto* a : {&d.cdof, &d.cdof_dot}) fn("", *a, n.nv);
    for (auto* a : {&d.cvel, &d.acc}) fn("", *a, n.nbody);
    fn("force", d.force, n.nbody);
    for (auto* a : {&d.M, &d.qLD}) fn("", *a, n.nC);
    fn("qDeriv", d.qDeriv, n.nD);
    fn("dofs", d.dofs, n.nv);
    d.qH = d.qLD;
    d.qHDiagInv = d.qLDiagInv;
  }
};

}  // namespace corten
