// Actuation for any scalar: one actuator item by item, and the stage over a world. M is Model, D is Data, or
// they have their fields. User types, whose numbers come from callbacks, count as gain 1, bias 0 and rate 0.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/model/enums.h"
#include "corten/smooth/lane_scalar.h"
#include "corten/smooth/muscle_core.h"
#include "corten/smooth/passive_core.h"

namespace corten::core {

// the activation that drives the force: the last of the actuator
template <class M>
CORTEN_HD static inline int driving_act(const M& m, int i) {
  return m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
}

template <class M>
CORTEN_HD static inline bool actuator_disabled(const M& m, int i) {
  const int group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group));
}

// inside a range of the model; not a number stays so
template <class T, class Range>
CORTEN_HD static inline T within(T x, const Range& range) {
  return clip(x, T(range[0]), T(range[1]));
}

template <class M, class T>
CORTEN_HD static inline T limited_control(const M& m, int i, T ctrl) {
  const bool limited = m.actuator_ctrllimited[i] && !(m.opt.disableflags & mjDSBL_CLAMPCTRL);
  return limited ? within(ctrl, m.actuator_ctrlrange[i]) : ctrl;
}

template <class S, class T>
CORTEN_HD static inline T affine(const S* prm, T length, T velocity) {
  return T(prm[0]) + T(prm[1]) * length + T(prm[2]) * velocity;
}

template <class M, class T>
CORTEN_HD static T actuator_gain(const M& m, int i, T length, T velocity) {
  const auto* prm = m.actuator_gainprm[i].e;
  switch (m.actuator_gaintype[i]) {
    case mjGAIN_FIXED:
      return T(prm[0]);
    case mjGAIN_AFFINE:
      return affine(prm, length, velocity);
    case mjGAIN_MUSCLE:
      return each_lane(
          [&](auto l, auto v) {
            return muscle_gain(l, v, m.actuator_lengthrange[i], m.actuator_acc0[i], prm);
          },
          length, velocity);
    default:
      return T(1);
  }
}

template <class M, class T>
CORTEN_HD static T actuator_bias(const M& m, int i, T length, T velocity) {
  const auto* prm = m.actuator_biasprm[i].e;
  switch (m.actuator_biastype[i]) {
    case mjBIAS_AFFINE:
      return affine(prm, length, velocity);
    case mjBIAS_MUSCLE:
      return each_lane(
          [&](auto l) { return muscle_bias(l, m.actuator_lengthrange[i], m.actuator_acc0[i], prm); }, length);
    default:
      return T(0);
  }
}

template <class M, class T>
CORTEN_HD static T activation_rate(const M& m, int i, T ctrl, T act) {
  const auto* prm = m.actuator_dynprm[i].e;
  switch (m.actuator_dyntype[i]) {
    case mjDYN_INTEGRATOR:
      return ctrl;
    case mjDYN_FILTER:
    case mjDYN_FILTEREXACT:
      return (ctrl - act) / T(floored(prm[0]));
    case mjDYN_MUSCLE:
      return each_lane([&](auto u, auto a) { return muscle_dynamics(u, a, prm); }, ctrl, act);
    default:
      return T(0);
  }
}

// Activation one timestep later, limited.
template <class M, class T>
CORTEN_HD static T next_activation(const M& m, int i, T act, T act_dot) {
  const auto h = m.opt.timestep;
  T next = act;
  if (m.actuator_dyntype[i] == mjDYN_FILTEREXACT) {
    const auto tau = floored(m.actuator_dynprm[i][0]);
    next += act_dot * T(tau) * T(1 - std::exp(-h / tau));
  } else {
    next += act_dot * T(h);
  }
  return m.actuator_actlimited[i] ? within(next, m.actuator_actrange[i]) : next;
}

// Actuators of the model alone. A world with callbacks, plugins or sleepers hides what it does otherwise.
template <class M, class D>
struct OwnActuators {
  using T = ScalarOf<D>;
  const M& m;
  D& d;

  bool asleep(int) const { return false; }
  bool by_plugin(int) const { return false; }
  void write_rate(int i, T ctrl) const {
    const int act = driving_act(m, i);
    d.act_dot[act] = activation_rate(m, i, ctrl, d.act[act]);
  }
  void plugin_rates() const {}
  T gain(int i) const { return actuator_gain(m, i, d.actuator_length[i], d.actuator_velocity[i]); }
  T bias(int i) const { return actuator_bias(m, i, d.actuator_length[i], d.actuator_velocity[i]); }
  void plugin_forces() const {}
};

// what gain multiplies: the control, or the activation of now or of the end of the step
template <class M, class D, class T = ScalarOf<D>>
CORTEN_HD static inline T actuator_input(const M& m, const D& d, int i, T ctrl) {
  if (m.actuator_actadr[i] < 0) return ctrl;
  const int act = driving_act(m, i);
  return m.actuator_actearly[i] ? next_activation(m, i, d.act[act], d.act_dot[act]) : d.act[act];
}

template <class M, class D, class Own, class T = ScalarOf<D>>
static void activation_rates(const M& m, D& d, const T* ctrl, const Own& own) {
  for (int i = 0; m.na > 0 && i < m.nu; ++i) {
    const int first = m.actuator_actadr[i];
    if (first < 0 || own.asleep(i)) continue;
    for (int k = first; k < first + m.actuator_actnum[i]; ++k) d.act_dot[k] = T(0);
    own.write_rate(i, ctrl[i]);
  }
  own.plugin_rates();
}

// by how much to scale the forces on a tendon so that their sum stays within its limit
template <class T, class Range>
CORTEN_HD static inline T scale_into(T sum, const Range& range) {
  const T low(range[0]), high(range[1]);
  const T scale = select(sum < low, low / sum, select(sum > high, high / sum, T(1)));
  return select(sum == T(0), T(1), scale);
}

// `total`: scratch, one per tendon
template <class M, class D, class T = ScalarOf<D>>
static void limit_tendon_totals(const M& m, D& d, T* total) {
  std::fill(total, total + m.ntendon, T(0));
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_trntype[i] == mjTRN_TENDON) total[m.actuator_trnid[i][0]] += d.actuator_force[i];
  for (int i = 0; i < m.nu; ++i) {
    const int tendon = m.actuator_trnid[i][0];
    if (m.actuator_trntype[i] == mjTRN_TENDON && m.tendon_actfrclimited[tendon])
      d.actuator_force[i] *= scale_into(total[tendon], m.tendon_actfrcrange[tendon]);
  }
}

template <class M, class D, class Own, class T = ScalarOf<D>>
static void actuator_forces(const M& m, D& d, const T* ctrl, T* total, const Own& own) {
  bool tendon_limited = false;
  for (int i = 0; i < m.nu; ++i) {
    d.actuator_force[i] = T(0);
    if (actuator_disabled(m, i) || own.by_plugin(i) || own.asleep(i)) continue;
    const bool on_tendon = m.actuator_trntype[i] == mjTRN_TENDON;
    tendon_limited |= on_tendon && m.tendon_actfrclimited[m.actuator_trnid[i][0]];
    const T input = actuator_input(m, d, i, ctrl[i]);
    d.actuator_force[i] = own.gain(i) * input;
    d.actuator_force[i] += own.bias(i);
  }
  own.plugin_forces();
  if (tendon_limited) limit_tendon_totals(m, d, total);
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_forcelimited[i])
      d.actuator_force[i] = within(d.actuator_force[i], m.actuator_forcerange[i]);
}

template <class M, class D, class T = ScalarOf<D>>
static void joint_forces(const M& m, D& d) {
  std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), T(0));
  for (int i = 0; i < m.nu; ++i) {
    const T force = d.actuator_force[i];
    if (all(force == T(0))) continue;
    const int adr = d.moment_rowadr[i];
    for (int k = adr; k < adr + d.moment_rownnz[i]; ++k)
      d.qfrc_actuator[d.moment_colind[k]] += d.actuator_moment[k] * force;
  }
  if (has_gravcomp(m))
    for (int dof = 0; dof < m.nv; ++dof)
      if (m.jnt_actgravcomp[m.dof_jntid[dof]]) d.qfrc_actuator[dof] += d.qfrc_gravcomp[dof];
  for (int jnt = 0; jnt < m.njnt; ++jnt)
    if (m.jnt_actfrclimited[jnt] && m.jnt_type[jnt] >= mjJNT_SLIDE) {
      T& force = d.qfrc_actuator[m.jnt_dofadr[jnt]];
      force = within(force, m.jnt_actfrcrange[jnt]);
    }
}

template <class M>
static inline bool has_actuation(const M& m) {
  return m.nu > 0 && !(m.opt.disableflags & mjDSBL_ACTUATION);
}

// The stage, with effective controls. `total`: scratch, one per tendon.
//   in:  d.act d.actuator_length d.actuator_velocity d.actuator_moment d.qfrc_gravcomp
//   out: d.act_dot d.actuator_force d.qfrc_actuator
template <class M, class D, class Own, class T = ScalarOf<D>>
static void actuate(const M& m, D& d, const T* ctrl, T* total, const Own& own) {
  activation_rates(m, d, ctrl, own);
  actuator_forces(m, d, ctrl, total, own);
  joint_forces(m, d);
}

template <class D, class T = ScalarOf<D>>
static void no_actuation(D& d) {
  std::fill(d.actuator_force.begin(), d.actuator_force.end(), T(0));
  std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), T(0));
}

// Activations one timestep later; switched off, they stay.
template <class M, class D, class T = ScalarOf<D>>
static void advance_activations(const M& m, D& d, const T* act_dot) {
  for (int i = 0; i < m.nu; ++i) {
    const int first = m.actuator_actadr[i];
    if (first < 0) continue;
    for (int k = first; k < first + m.actuator_actnum[i]; ++k)
      d.act[k] = next_activation(m, i, d.act[k], actuator_disabled(m, i) ? T(0) : act_dot[k]);
  }
}

}  // namespace corten::core
