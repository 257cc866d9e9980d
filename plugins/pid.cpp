#include "plugins/pid.h"

#include "corten/math/scalar.h"
#include "corten/smooth/actuation.h"
#include "plugins/numbers.h"

namespace corten::plugins {
namespace {

bool has_native_activation(int dyntype) {
  return dyntype == mjDYN_INTEGRATOR || dyntype == mjDYN_FILTER || dyntype == mjDYN_FILTEREXACT;
}

int last_act(const Model& m, int actuator) {
  return m.actuator_actadr[actuator] + m.actuator_actnum[actuator] - 1;
}

}  // namespace

Pid::Pid(const Model& m, Data&, int instance) {
  const std::vector<std::string> text = plugin_values(m, instance);
  kp_ = optional_number(text[0]).value_or(0);
  ki_ = optional_number(text[1]).value_or(0);
  kd_ = optional_number(text[2]).value_or(0);
  const std::optional<Real> imax = optional_number(text[3]);
  if (imax && ki_ != 0) integral_max_ = *imax / ki_;
  slewmax_ = optional_number(text[4]);
  if (integral_max_ && *integral_max_ < 0) throw PluginError("imax must not be negative");
  if (slewmax_ && *slewmax_ < 0) throw PluginError("slewmax must not be negative");
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_plugin[i] == instance) actuators_.push_back(i);
  if (actuators_.empty()) throw PluginError("no actuator uses it");
  for (const int i : actuators_)
    if (m.actuator_actnum[i] != states(m, i))
      throw PluginError("actuator " + std::to_string(i) + " has " + std::to_string(m.actuator_actnum[i]) +
                        " activations but needs " + std::to_string(states(m, i)) + ": write actdim=\"" +
                        std::to_string(states(m, i)) + "\"");
}

int Pid::states(const Model& m, int actuator) const {
  return (ki_ != 0) + slewmax_.has_value() + has_native_activation(m.actuator_dyntype[actuator]);
}

// The control as it was set, not as delayed or silenced; of a stateful actuator its activation.
Real Pid::setpoint(const Model& m, const Data& d, int actuator, bool early) const {
  Real u = 0;
  if (m.actuator_dyntype[actuator] == mjDYN_NONE) {
    const Vec<Real, 2>& range = m.actuator_ctrlrange[actuator];
    u = m.actuator_ctrllimited[actuator] ? clip(d.ctrl[actuator], range[0], range[1]) : d.ctrl[actuator];
  } else {
    const int act = last_act(m, actuator);
    u = early ? next_activation(m, d, actuator, act, d.act_dot[act]) : d.act[act];
  }
  if (!slewmax_ || !(d.time > 0)) return u;  // there is no earlier setpoint at the start
  const Real last = d.act[m.actuator_actadr[actuator] + (ki_ != 0)], h = m.opt.timestep;
  return clip(u, last - *slewmax_ * h, last + *slewmax_ * h);
}

Real Pid::integral(const Model& m, const Data& d, int actuator, Real error) const {
  const Real next = d.act[m.actuator_actadr[actuator]] + error * m.opt.timestep;
  return integral_max_ ? clip(next, -*integral_max_, *integral_max_) : next;
}

void Pid::actuator_act_dot(const PluginCall& call) const {
  const Model& m = call.m;
  Data& d = call.d;
  for (const int i : actuators_) {
    const Real u = setpoint(m, d, i, false), h = m.opt.timestep;
    int k = m.actuator_actadr[i];
    if (ki_ != 0) {
      d.act_dot[k] = (integral(m, d, i, u - d.actuator_length[i]) - d.act[k]) / h;
      ++k;
    }
    if (slewmax_) d.act_dot[k] = (u - d.act[k]) / h;
  }
}

void Pid::compute(const PluginCall& call, mjtPluginCapabilityBit) const {
  const Model& m = call.m;
  Data& d = call.d;
  for (const int i : actuators_) {
    const Real error = setpoint(m, d, i, m.actuator_actearly[i] != 0) - d.actuator_length[i];
    const Real rate = m.actuator_dyntype[i] == mjDYN_NONE ? 0 : d.act_dot[last_act(m, i)];
    const Real error_rate = rate - d.actuator_velocity[i];
    const Real sum = ki_ != 0 ? integral(m, d, i, error) : 0;
    d.actuator_force[i] = kp_ * error + kd_ * error_rate + ki_ * sum;
  }
}

}  // namespace corten::plugins
