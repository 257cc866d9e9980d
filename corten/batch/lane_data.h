// The part of Data that smooth dynamics needs, for worlds in the lanes of a scalar T. Names are those of
// Data, so the same stages run on it.
#pragma once

#include "corten/math/spatial.h"
#include "corten/model/layout.h"
#include "corten/model/sizes.h"

namespace corten {

template <class T>
struct LaneData {
  T time{};
  Array<T> qpos, qvel, ctrl, qacc;
  Array<Vec3<T>> mocap_pos;
  Array<Quat<T>> mocap_quat;
  Array<Vec3<T>> xpos, xipos, xanchor, xaxis, subtree_com;
  Array<Quat<T>> xquat;
  Array<Mat3<T>> xmat, ximat;
  Array<Inertia<T>> cinert, crb;
  Array<Motion<T>> cdof, cdof_dot, cvel, acc;  // acc and force: scratch of rne
  Array<Force<T>> force;
  Array<T> M, qLD, qLDiagInv;
  Array<T> qfrc_spring, qfrc_damper, qfrc_bias, qfrc_actuator, qfrc_smooth;

  template <class Self, class Fn>
  static void visit(Self& d, const Sizes& n, Fn&& fn) {
    fn("qpos", d.qpos, n.nq);
    for (auto* a : {&d.qvel, &d.qacc, &d.qLDiagInv, &d.qfrc_spring, &d.qfrc_damper, &d.qfrc_bias,
                    &d.qfrc_actuator, &d.qfrc_smooth})
      fn("", *a, n.nv);
    fn("ctrl", d.ctrl, n.nu);
    fn("mocap_pos", d.mocap_pos, n.nmocap);
    fn("mocap_quat", d.mocap_quat, n.nmocap);
    for (auto* a : {&d.xpos, &d.xipos, &d.subtree_com}) fn("", *a, n.nbody);
    for (auto* a : {&d.xanchor, &d.xaxis}) fn("", *a, n.njnt);
    fn("xquat", d.xquat, n.nbody);
    for (auto* a : {&d.xmat, &d.ximat}) fn("", *a, n.nbody);
    for (auto* a : {&d.cinert, &d.crb}) fn("", *a, n.nbody);
    for (auto* a : {&d.cdof, &d.cdof_dot}) fn("", *a, n.nv);
    for (auto* a : {&d.cvel, &d.acc}) fn("", *a, n.nbody);
    fn("force", d.force, n.nbody);
    for (auto* a : {&d.M, &d.qLD}) fn("", *a, n.nC);
  }
};

}  // namespace corten
