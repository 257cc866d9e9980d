#include "corten/smooth/actuation.h"

#include <algorithm>
#include <cmath>

#include "corten/math/scalar.h"
#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/model/timed.h"
#include "corten/model/warning.h"
#include "corten/smooth/actuation_core.h"
#include "corten/smooth/history.h"
#include "corten/smooth/passive.h"

namespace corten {
namespace {

// not a number stays so
Real clamped(Real x, const Vec<Real, 2>& range) { return clip(x, range[0], range[1]); }

using core::driving_act;

// Delayed and limited controls; one bad number silences all of them.
void effective_controls(const Model& m, Data& d, std::span<Real> ctrl) {
  for (int i = 0; i < m.nu; ++i) {
    Real& u = ctrl[static_cast<std::size_t>(i)];
    u = read_ctrl(m, d, i, d.time, -1);
    if (m.actuator_ctrllimited[i] && !(m.opt.disableflags & mjDSBL_CLAMPCTRL))
      u = clamped(u, m.actuator_ctrlrange[i]);
  }
  for (int i = 0; i < m.nu; ++i)
    if (is_bad(ctrl[static_cast<std::size_t>(i)])) {
      warn(d, mjWARN_BADCTRL, i);
      std::fill(ctrl.begin(), ctrl.end(), Real(0));
      return;
    }
}

void activation_rate(const Model& m, Data& d, int i, Real ctrl, const Hooks& hooks) {
  const int first = m.actuator_actadr[i], count = m.actuator_actnum[i], last = driving_act(m, i);
  for (int k = first; k < first + count; ++k) d.act_dot[k] = 0;
  if (const int type = m.actuator_dyntype[i]; type != mjDYN_NONE && type != mjDYN_USER) {
    d.act_dot[last] = core::activation_rate(m, i, ctrl, d.act[last]);
  } else if (hooks.act_dyn) {
    const Real rate = hooks.act_dyn(m, d, i, hooks.user);
    if (count == 1) d.act_dot[last] = rate;
  }
}

void plugin_rates(const Model& m, Data& d) {
  for_each_plugin(m, d, mjPLUGIN_ACTUATOR, [](const Plugin& plugin, const PluginCall& call) {
    if (plugin.actuator_act_dot) plugin.actuator_act_dot(call);
  });
}

Real gain(const Model& m, Data& d, int i, const Hooks& hooks) {
  if (m.actuator_gaintype[i] == mjGAIN_USER && hooks.act_gain) return hooks.act_gain(m, d, i, hooks.user);
  return core::actuator_gain(m, i, d.actuator_length[i], d.actuator_velocity[i]);
}

Real bias(const Model& m, Data& d, int i, const Hooks& hooks) {
  if (m.actuator_biastype[i] == mjBIAS_USER && hooks.act_bias) return hooks.act_bias(m, d, i, hooks.user);
  return core::actuator_bias(m, i, d.actuator_length[i], d.actuator_velocity[i]);
}

bool produces_force(const Model& m, const Data& d, int i) {
  return !actuator_disabled(m, i) && m.actuator_plugin[i] < 0 && !actuator_asleep(m, d, i);
}

Real actuator_input(const Model& m, const Data& d, int i, Real ctrl) {
  if (m.actuator_actadr[i] < 0) return ctrl;
  const int act = driving_act(m, i);
  return m.actuator_actearly[i] ? next_activation(m, d, i, act, d.act_dot[act]) : d.act[act];
}

// Scales the forces of all actuators of a tendon so that their sum stays within its limit.
void limit_tendon_totals(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto total = frame.zeros<Real>(m.ntendon);
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_trntype[i] == mjTRN_TENDON)
      total[static_cast<std::size_t>(m.actuator_trnid[i][0])] += d.actuator_force[i];
  for (int i = 0; i < m.nu; ++i) {
    if (m.actuator_trntype[i] != mjTRN_TENDON) continue;
    const int tendon = m.actuator_trnid[i][0];
    const Real sum = total[static_cast<std::size_t>(tendon)];
    if (!m.tendon_actfrclimited[tendon] || sum == 0) continue;
    const Vec<Real, 2>& range = m.tendon_actfrcrange[tendon];
    if (sum < range[0]) {
      d.actuator_force[i] *= range[0] / sum;
    } else if (sum > range[1]) {
      d.actuator_force[i] *= range[1] / sum;
    }
  }
}

void actuator_forces(const Model& m, Data& d, std::span<const Real> ctrl, const Hooks& hooks) {
  bool tendon_limited = false;
  for (int i = 0; i < m.nu; ++i) {
    d.actuator_force[i] = 0;
    if (!produces_force(m, d, i)) continue;
    const bool on_tendon = m.actuator_trntype[i] == mjTRN_TENDON;
    tendon_limited |= on_tendon && m.tendon_actfrclimited[m.actuator_trnid[i][0]];
    const Real input = actuator_input(m, d, i, ctrl[static_cast<std::size_t>(i)]);
    d.actuator_force[i] = gain(m, d, i, hooks) * input;
    d.actuator_force[i] += bias(m, d, i, hooks);
  }
  if (m.nplugin) compute_plugins(m, d, mjPLUGIN_ACTUATOR);
  if (tendon_limited) limit_tendon_totals(m, d);
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_forcelimited[i])
      d.actuator_force[i] = clamped(d.actuator_force[i], m.actuator_forcerange[i]);
}

void joint_forces(const Model& m, Data& d) {
  std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), Real(0));
  for (int i = 0; i < m.nu; ++i) {
    const Real force = d.actuator_force[i];
    if (force == 0) continue;
    const int adr = d.moment_rowadr[i];
    for (int k = adr; k < adr + d.moment_rownnz[i]; ++k)
      d.qfrc_actuator[d.moment_colind[k]] += d.actuator_moment[k] * force;
  }
  if (has_gravcomp(m))
    for (int dof = 0; dof < m.nv; ++dof)
      if (m.jnt_actgravcomp[m.dof_jntid[dof]]) d.qfrc_actuator[dof] += d.qfrc_gravcomp[dof];
  for (int jnt = 0; jnt < m.njnt; ++jnt)
    if (m.jnt_actfrclimited[jnt] && m.jnt_type[jnt] >= mjJNT_SLIDE) {
      Real& force = d.qfrc_actuator[m.jnt_dofadr[jnt]];
      force = clamped(force, m.jnt_actfrcrange[jnt]);
    }
}

}  // namespace

bool actuator_disabled(const Model& m, int actuator) { return core::actuator_disabled(m, actuator); }

Real next_activation(const Model& m, const Data& d, int actuator, int act, Real act_dot) {
  return core::next_activation(m, actuator, d.act[act], act_dot);
}

void fwd_actuation(const Model& m, Data& d, const Hooks& hooks) {
  if (m.nu == 0 || (m.opt.disableflags & mjDSBL_ACTUATION)) {
    std::fill(d.actuator_force.begin(), d.actuator_force.end(), Real(0));
    std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), Real(0));
    return;
  }
  const Timed timed(d, mjTIMER_ACTUATION, hooks);
  Arena::Frame frame(d.arena);
  const auto ctrl = frame.alloc<Real>(m.nu);
  effective_controls(m, d, ctrl);
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_actadr[i] >= 0 && !actuator_asleep(m, d, i))
      activation_rate(m, d, i, ctrl[static_cast<std::size_t>(i)], hooks);
  if (m.nplugin) plugin_rates(m, d);
  actuator_forces(m, d, ctrl, hooks);
  joint_forces(m, d);
}

}  // namespace corten
