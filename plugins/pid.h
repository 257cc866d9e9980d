// mujoco.pid: a position servo with proportional, integral and derivative gain, limited integral and limited
// rate of its setpoint. Its states are activations: the integral of the error, then the last setpoint.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::plugins {

class Pid {
 public:
  static constexpr const char* kName = "mujoco.pid";
  static constexpr auto kAttributes = std::to_array({"kp", "ki", "kd", "imax", "slewmax"});
  static constexpr int kCapabilities = mjPLUGIN_ACTUATOR;

  Pid(const Model& m, Data& d, int instance);
  void actuator_act_dot(const PluginCall& call) const;
  void compute(const PluginCall& call, mjtPluginCapabilityBit) const;

 private:
  int states(const Model& m, int actuator) const;
  Real setpoint(const Model& m, const Data& d, int actuator, bool early) const;
  Real integral(const Model& m, const Data& d, int actuator, Real error) const;

  Real kp_ = 0, ki_ = 0, kd_ = 0;
  std::optional<Real> integral_max_;  // of the integral itself: imax / ki
  std::optional<Real> slewmax_;
  std::vector<int> actuators_;
};

}  // namespace corten::plugins
