// One actuator for any scalar: gain, bias, rate and next value of its activation. M is Model or has its
// fields. User types, whose numbers come from callbacks, count as gain 1, bias 0 and rate 0 here.
#pragma once

#include <algorithm>
#include <cmath>

#include "corten/model/enums.h"
#include "corten/smooth/muscle_core.h"

namespace corten::core {

// the activation that drives the force: the last of the actuator
template <class M>
CORTEN_HD int driving_act(const M& m, int i) {
  return m.actuator_actadr[i] + m.actuator_actnum[i] - 1;
}

template <class M>
CORTEN_HD bool actuator_disabled(const M& m, int i) {
  const int group = m.actuator_group[i];
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group));
}

template <class T>
CORTEN_HD T affine(const T* prm, T length, T velocity) {
  return prm[0] + prm[1] * length + prm[2] * velocity;
}

template <class M, class T>
CORTEN_HD T actuator_gain(const M& m, int i, T length, T velocity) {
  const T* prm = m.actuator_gainprm[i].e;
  switch (m.actuator_gaintype[i]) {
    case mjGAIN_FIXED:
      return prm[0];
    case mjGAIN_AFFINE:
      return affine(prm, length, velocity);
    case mjGAIN_MUSCLE:
      return muscle_gain(length, velocity, m.actuator_lengthrange[i], m.actuator_acc0[i], prm);
    default:
      return 1;
  }
}

template <class M, class T>
CORTEN_HD T actuator_bias(const M& m, int i, T length, T velocity) {
  const T* prm = m.actuator_biasprm[i].e;
  switch (m.actuator_biastype[i]) {
    case mjBIAS_AFFINE:
      return affine(prm, length, velocity);
    case mjBIAS_MUSCLE:
      return muscle_bias(length, m.actuator_lengthrange[i], m.actuator_acc0[i], prm);
    default:
      return 0;
  }
}

template <class M, class T>
CORTEN_HD T activation_rate(const M& m, int i, T ctrl, T act) {
  const T* prm = m.actuator_dynprm[i].e;
  switch (m.actuator_dyntype[i]) {
    case mjDYN_INTEGRATOR:
      return ctrl;
    case mjDYN_FILTER:
    case mjDYN_FILTEREXACT:
      return (ctrl - act) / std::max(T(kMinVal<T>), prm[0]);
    case mjDYN_MUSCLE:
      return muscle_dynamics(ctrl, act, prm);
    default:
      return 0;
  }
}

// Activation one timestep later, limited.
template <class M, class T>
CORTEN_HD T next_activation(const M& m, int i, T act, T act_dot) {
  const T h = m.opt.timestep;
  T next = act;
  if (m.actuator_dyntype[i] == mjDYN_FILTEREXACT) {
    const T tau = std::max(T(kMinVal<T>), m.actuator_dynprm[i][0]);
    next += act_dot * tau * (1 - std::exp(-h / tau));
  } else {
    next += act_dot * h;
  }
  const auto& range = m.actuator_actrange[i];
  return m.actuator_actlimited[i] ? clip(next, range[0], range[1]) : next;
}

}  // namespace corten::core
