// From accelerations to the next state: semi-implicit Euler, and fourth-order Runge-Kutta as passes of it.
#pragma once

#include "corten/smooth/configuration_core.h"
#include "cuda/force.h"

namespace corten::gpu {

template <class C>
CORTEN_DEV void advance_activations(const C& c, const typename C::Scalar* act_dot) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  if (!C::has(kActivations) || m.na == 0 || (m.opt.disableflags & mjDSBL_ACTUATION)) return;
  c.each_unsynced(m.nu, [&](int i) {
    const int first = m.actuator_actadr[i];
    for (int k = first; first >= 0 && k < first + m.actuator_actnum[i]; ++k)
      d.act[k] = core::next_activation(m, i, d.act[k], core::actuator_disabled(m, i) ? T(0) : act_dot[k]);
  });
}

// qvel += h acc, then qpos along qpos_vel, or along the new qvel when it is null
template <class C>
CORTEN_DEV void advance(const C& c, const typename C::Scalar* act_dot, const typename C::Scalar* acc,
                        const typename C::Scalar* qpos_vel) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  auto& d = c.world;
  const T h = m.opt.timestep;
  advance_activations(c, act_dot);
  c.each(m.nv, [&](int i) {
    d.qvel[i] += h * acc[i];
    d.qacc_warmstart[i] = d.qacc[i];
  });
  c.each_unsynced(m.njnt, [&](int jnt) {
    integrate_joint(m, jnt, d.qpos.data(), qpos_vel ? qpos_vel : d.qvel.data(), h);
  });
  if (c.lane() == 0) d.time[0] += h;
  c.sync();
}

// The copies that Runge-Kutta keeps of a world.
template <class C>
struct RungeKutta {
  using T = typename C::Scalar;
  const C& c;
  T *qpos, *qvel, *act;                  // at the start of the step
  T *sum_qvel, *sum_qacc, *sum_act_dot;  // weighted rates

  CORTEN_DEV explicit RungeKutta(const C& context) : c(context) {
    const auto& n = c.args.layout.sizes;
    qpos = c.world.start.data(), qvel = qpos + n.nq, act = qvel + n.np;
    sum_qvel = c.world.rates.data(), sum_qacc = sum_qvel + n.np, sum_act_dot = sum_qacc + n.np;
  }
  CORTEN_DEV void keep() const {
    const auto& m = c.model();
    auto& d = c.world;
    CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) qpos[i] = d.qpos[i];
    CORTEN_ROLLED for (int i = c.lane(); i < m.nv; i += c.width()) qvel[i] = d.qvel[i],
                                                                   sum_qvel[i] = sum_qacc[i] = T(0);
    CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) act[i] = d.act[i], sum_act_dot[i] = T(0);
    c.sync();
  }
  CORTEN_DEV void restore() const {
    const auto& m = c.model();
    auto& d = c.world;
    CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) d.qpos[i] = qpos[i];
    CORTEN_ROLLED for (int i = c.lane(); i < m.nv; i += c.width()) d.qvel[i] = qvel[i];
    CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) d.act[i] = act[i];
    c.sync();
  }
  // rates of the pass just made
  CORTEN_DEV void accumulate(T weight) const {
    const auto& m = c.model();
    auto& d = c.world;
    CORTEN_ROLLED for (int i = c.lane(); i < m.nv; i += c.width()) sum_qvel[i] += weight * d.qvel[i],
        sum_qacc[i] += weight * d.qacc[i];
    CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) sum_act_dot[i] += weight * d.act_dot[i];
    c.sync();
  }
  // the start moved along the rates of the pass just made
  CORTEN_DEV void next_point(T dt) const {
    const auto& m = c.model();
    auto& d = c.world;
    CORTEN_ROLLED for (int i = c.lane(); i < m.nq; i += c.width()) d.qpos[i] = qpos[i];
    c.sync();
    c.each(m.njnt, [&](int jnt) { integrate_joint(m, jnt, d.qpos.data(), d.qvel.data(), dt); });
    CORTEN_ROLLED for (int i = c.lane(); i < m.nv; i += c.width()) d.qvel[i] = qvel[i] + dt * d.qacc[i];
    CORTEN_ROLLED for (int i = c.lane(); i < m.na; i += c.width()) d.act[i] = act[i] + dt * d.act_dot[i];
    c.sync();
  }
};

}  // namespace corten::gpu
