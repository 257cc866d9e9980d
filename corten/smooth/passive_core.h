// Passive forces for any scalar: springs and dampers of joints and tendons, gravity compensation, and the
// stage over a world. M is Model, D is Data, or they have their fields.
#pragma once

#include "corten/math/load.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/jacobian_core.h"
#include "corten/smooth/lane_scalar.h"
#include "corten/smooth/tendon_core.h"

namespace corten {

template <class T, class S>
CORTEN_HD static void ball_spring(S stiffness, const T* q, const S* q_rest, T* force) {
  store(sub_quat(unit(load_quat(q)), spread<T>(load_quat(q_rest))) * T(-stiffness), force);
}

template <class M, class D>
CORTEN_HD static void joint_spring(const M& m, D& d, int jnt) {
  using T = ScalarOf<D>;
  const auto stiffness = m.jnt_stiffness[jnt];
  const T* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const auto* q_rest = m.qpos_spring.data() + m.jnt_qposadr[jnt];
  T* force = d.qfrc_spring.data() + m.jnt_dofadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) force[k] = T(-stiffness) * (q[k] - T(q_rest[k]));
      return ball_spring(stiffness, q + 3, q_rest + 3, force + 3);
    case mjJNT_BALL:
      return ball_spring(stiffness, q, q_rest, force);
    default:
      *force = T(-stiffness) * (*q - T(*q_rest));
  }
}

template <class M, class D>
[[gnu::always_inline]] CORTEN_HD static inline void joint_springs_dampers(const M& m, D& d, Run dofs,
                                                                          Run joints) {
  using T = ScalarOf<D>;
  if (!(m.opt.disableflags & mjDSBL_SPRING))
    for (int jnt = joints.first; jnt < joints.last; ++jnt)
      if (m.jnt_stiffness[jnt] != 0) joint_spring(m, d, jnt);
  if (!(m.opt.disableflags & mjDSBL_DAMPER))
    for (int dof = dofs.first; dof < dofs.last; ++dof)
      d.qfrc_damper[dof] = T(-m.dof_damping[dof]) * d.qvel[dof];
}

// how far a tendon is outside the range where its spring rests, signed towards it
template <class T, class Range>
CORTEN_HD static inline T deadband_displacement(T length, const Range& range) {
  const T low(range[0]), high(range[1]);
  return select(length > high, high - length, select(length < low, low - length, T(0)));
}

template <class M, class D, class Own>
static void tendon_springs_dampers(const M& m, D& d, const Own& own) {
  using T = ScalarOf<D>;
  const bool springs = !(m.opt.disableflags & mjDSBL_SPRING), dampers = !(m.opt.disableflags & mjDSBL_DAMPER);
  for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    if (own.tendon_rests(tendon)) continue;
    const auto stiffness = springs ? m.tendon_stiffness[tendon] : 0;
    const auto damping = dampers ? m.tendon_damping[tendon] : 0;
    if (stiffness == 0 && damping == 0) continue;
    const T spring =
        T(stiffness) * deadband_displacement(d.ten_length[tendon], m.tendon_lengthspring[tendon]);
    const T damper = T(-damping) * d.ten_velocity[tendon];
    add_tendon_force(m, d, tendon, spring, d.qfrc_spring.data());
    add_tendon_force(m, d, tendon, damper, d.qfrc_damper.data());
  }
}

// true when bodies with gravity compensation feel it
template <class M>
static inline bool has_gravcomp(const M& m) {
  return m.ngravcomp && !(m.opt.disableflags & mjDSBL_GRAVITY) && norm(m.opt.gravity) != 0;
}

// A force against gravity at the centre of mass of each compensated body.
template <class M, class D, class Who>
static void gravity_compensation(const M& m, D& d, Who who) {
  using T = ScalarOf<D>;
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body)
      if (m.body_gravcomp[body] != 0) {
        const auto force = m.opt.gravity * -(m.body_mass[body] * m.body_gravcomp[body]);
        apply_ft_core(m, d, spread<T>(force), Vec3<T>{}, d.xipos[body], body, d.qfrc_gravcomp.data());
      }
}

template <class M>
static inline bool passive_switched_off(const M& m) {
  const int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  return m.nv == 0 || (m.opt.disableflags & off) == off;
}

// Passive forces of joints and tendons alone. A world with more hides what it does otherwise.
struct OwnPassive {
  static bool tendon_rests(int) { return false; }
  static void flexes() {}
  static bool fluid() { return false; }  // whether there is a medium, whose forces it adds
  static void flex_contacts() {}
};

template <class D, class T = ScalarOf<D>>
static void clear_passive(D& d, Run dofs) {
  for (int dof = dofs.first; dof < dofs.last; ++dof)
    d.qfrc_spring[dof] = d.qfrc_damper[dof] = d.qfrc_gravcomp[dof] = d.qfrc_fluid[dof] = d.qfrc_passive[dof] =
        T(0);
}

template <class M, class D>
static void sum_passive(const M& m, D& d, bool fluid, bool gravcomp, Run dofs) {
  for (int dof = dofs.first; dof < dofs.last; ++dof) {
    auto sum = d.qfrc_spring[dof] + d.qfrc_damper[dof];
    if (fluid) sum += d.qfrc_fluid[dof];
    // compensation routed through actuators is added there
    if (gravcomp && !m.jnt_actgravcomp[m.dof_jntid[dof]]) sum += d.qfrc_gravcomp[dof];
    d.qfrc_passive[dof] = sum;
  }
}

// The stage.
//   in:  position stage, d.qvel d.cvel d.ten_velocity
//   out: d.qfrc_spring d.qfrc_damper d.qfrc_gravcomp d.qfrc_fluid d.qfrc_passive
template <class M, class D, class Who, class Own>
static void passive_core(const M& m, D& d, Who who, const Own& own) {
  for (const Run dofs : who.dofs()) clear_passive(d, dofs);
  if (passive_switched_off(m)) return;
  for (const Run dofs : who.dofs()) joint_springs_dampers(m, d, dofs, who.joints(dofs));
  own.flexes();
  tendon_springs_dampers(m, d, own);
  const bool gravcomp = has_gravcomp(m);
  if (gravcomp) gravity_compensation(m, d, who);
  const bool fluid = own.fluid();
  own.flex_contacts();
  for (const Run dofs : who.dofs()) sum_passive(m, d, fluid, gravcomp, dofs);
}

}  // namespace corten
