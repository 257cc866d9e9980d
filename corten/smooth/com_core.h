// Centres of mass, motion axes and body velocities for any scalar. M is Model, D is Data, or they have their
// fields.
#pragma once

#include "corten/math/spatial.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/lane_scalar.h"

namespace corten {

template <class M, class D>
CORTEN_HD static void weigh(const M& m, D& d, int body) {
  d.subtree_com[body] = d.xipos[body] * spread<ScalarOf<D>>(m.body_mass[body]);
}

// from the sum of masses times positions to the centre
template <class M, class D>
CORTEN_HD static void divide_by_mass(const M& m, D& d, int body) {
  Vec3<ScalarOf<D>>& com = d.subtree_com[body];
  const auto mass = m.body_subtreemass[body];
  com = mass < kMinVal<Real> ? d.xipos[body] : com * spread<ScalarOf<D>>(1 / mass);
}

// The root of a sleeping tree has its centre already.
template <class M, class D, class Who>
CORTEN_HD static void subtree_centers(const M& m, D& d, Who who) {
  using T = ScalarOf<D>;
  weigh(m, d, 0);
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body) weigh(m, d, body);
  for (const Run run : who.bodies_under_awake().reversed())
    for (int body = run.last - 1; body >= run.first; --body) {
      Vec3<T>& parent = d.subtree_com[m.body_parentid[body]];
      if (who.asleep(body)) {
        parent += d.subtree_com[body] * spread<T>(m.body_subtreemass[body]);
      } else {
        parent += d.subtree_com[body];
        divide_by_mass(m, d, body);
      }
    }
  divide_by_mass(m, d, 0);
}

// the point all c* quantities of a body refer to
template <class M, class D>
CORTEN_HD static const Vec3<ScalarOf<D>>& reference_point(const M& m, const D& d, int body) {
  return d.subtree_com[m.body_rootid[body]];
}

template <class M, class D>
[[gnu::always_inline]] CORTEN_HD static inline void place_inertia(const M& m, D& d, int body) {
  using T = ScalarOf<D>;
  d.cinert[body] = inert_com(spread<T>(m.body_inertia[body]), d.ximat[body],
                             d.xipos[body] - reference_point(m, d, body), spread<T>(m.body_mass[body]));
}

template <class M, class D, class Who>
CORTEN_HD static void body_inertias(const M& m, D& d, Who who) {
  d.cinert[0] = Inertia<ScalarOf<D>>{};
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body) place_inertia(m, d, body);
}

template <class T>
CORTEN_HD static void rotation_dofs(const Mat3<T>& rot, const Vec3<T>& offset, Motion<T>* cdof) {
  for (int k = 0; k < 3; ++k) cdof[k] = hinge_motion(rot.col(k), offset);
}

template <class M, class D>
[[gnu::always_inline]] CORTEN_HD static inline void joint_dofs(const M& m, D& d, int jnt) {
  using T = ScalarOf<D>;
  const int body = m.jnt_bodyid[jnt];
  const Vec3<T> offset = reference_point(m, d, body) - d.xanchor[jnt];
  Motion<T>* cdof = d.cdof.data() + m.jnt_dofadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) {
        cdof[k] = Motion<T>{};
        cdof[k].lin[k] = T(1);
      }
      return rotation_dofs(d.xmat[body], offset, cdof + 3);
    case mjJNT_BALL:
      return rotation_dofs(d.xmat[body], offset, cdof);
    case mjJNT_SLIDE:
      *cdof = slide_motion(d.xaxis[jnt]);
      return;
    default:
      *cdof = hinge_motion(d.xaxis[jnt], offset);
  }
}

template <class M, class D, class Who>
CORTEN_HD static void com_pos_core(const M& m, D& d, Who who) {
  subtree_centers(m, d, who);
  body_inertias(m, d, who);
  for (const Run dofs : who.dofs()) {
    const Run joints = who.joints(dofs);
    for (int jnt = joints.first; jnt < joints.last; ++jnt) joint_dofs(m, d, jnt);
  }
}

// Three rotational dofs share the velocity before the joint.
template <class T>
CORTEN_HD static Motion<T> pass_rotation(Motion<T> velocity, const Motion<T>* cdof, const T* qvel,
                                         Motion<T>* cdof_dot) {
  for (int k = 0; k < 3; ++k) cdof_dot[k] = cross_motion(velocity, cdof[k]);
  return velocity + (cdof[0] * qvel[0] + cdof[1] * qvel[1] + cdof[2] * qvel[2]);
}

template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static Motion<T> pass_joint(const M& m, D& d, int jnt, Motion<T> velocity) {
  const int dof = m.jnt_dofadr[jnt];
  const Motion<T>* cdof = d.cdof.data() + dof;
  const T* qvel = d.qvel.data() + dof;
  Motion<T>* cdof_dot = d.cdof_dot.data() + dof;
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) cdof_dot[k] = Motion<T>{};
      velocity += cdof[0] * qvel[0] + cdof[1] * qvel[1] + cdof[2] * qvel[2];
      return pass_rotation(velocity, cdof + 3, qvel + 3, cdof_dot + 3);
    case mjJNT_BALL:
      return pass_rotation(velocity, cdof, qvel, cdof_dot);
    default:
      *cdof_dot = cross_motion(velocity, *cdof);
      return velocity + *cdof * *qvel;
  }
}

// Velocity of a body from that of its parent.
template <class M, class D>
[[gnu::always_inline]] CORTEN_HD static inline void pass_body(const M& m, D& d, int body) {
  Motion<ScalarOf<D>> velocity = d.cvel[m.body_parentid[body]];
  const int first = m.body_jntadr[body];
  CORTEN_ROLLED for (int jnt = first; jnt < first + m.body_jntnum[body]; ++jnt) velocity =
      pass_joint(m, d, jnt, velocity);
  d.cvel[body] = velocity;
}

template <class M, class D, class Who>
CORTEN_HD static void com_vel_core(const M& m, D& d, Who who) {
  d.cvel[0] = Motion<ScalarOf<D>>{};
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body) pass_body(m, d, body);
}

}  // namespace corten
