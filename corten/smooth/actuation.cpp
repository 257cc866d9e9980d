#include "corten/smooth/actuation.h"

#include <algorithm>

#include "corten/math/scalar.h"
#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/model/timed.h"
#include "corten/model/warning.h"
#include "corten/smooth/actuation_core.h"
#include "corten/smooth/history.h"

namespace corten {
namespace {

// Delayed and limited controls; one bad number silences all of them.
void effective_controls(const Model& m, Data& d, Real* ctrl) {
  for (int i = 0; i < m.nu; ++i) ctrl[i] = core::limited_control(m, i, read_ctrl(m, d, i, d.time, -1));
  for (int i = 0; i < m.nu; ++i)
    if (is_bad(ctrl[i])) {
      warn(d, mjWARN_BADCTRL, i);
      return std::fill(ctrl, ctrl + m.nu, Real(0));
    }
}

// What a Data has beside the actuators of the model: callbacks, plugins, sleepers.
struct AllActuators : core::OwnActuators<Model, Data> {
  const Hooks& hooks;

  AllActuators(const Model& model, Data& data, const Hooks& h) : OwnActuators{model, data}, hooks(h) {}

  bool asleep(int i) const { return actuator_asleep(m, d, i); }
  bool by_plugin(int i) const { return m.actuator_plugin[i] >= 0; }
  void write_rate(int i, Real ctrl) const {
    const int type = m.actuator_dyntype[i];
    if (type != mjDYN_NONE && type != mjDYN_USER) return OwnActuators::write_rate(i, ctrl);
    if (!hooks.act_dyn) return;
    const Real rate = hooks.act_dyn(m, d, i, hooks.user);
    if (m.actuator_actnum[i] == 1) d.act_dot[core::driving_act(m, i)] = rate;  // else it writes them itself
  }
  void plugin_rates() const {
    if (m.nplugin == 0) return;
    for_each_plugin(m, d, mjPLUGIN_ACTUATOR, [](const Plugin& plugin, const PluginCall& call) {
      if (plugin.actuator_act_dot) plugin.actuator_act_dot(call);
    });
  }
  Real gain(int i) const {
    const bool asked = m.actuator_gaintype[i] == mjGAIN_USER && hooks.act_gain;
    return asked ? hooks.act_gain(m, d, i, hooks.user) : OwnActuators::gain(i);
  }
  Real bias(int i) const {
    const bool asked = m.actuator_biastype[i] == mjBIAS_USER && hooks.act_bias;
    return asked ? hooks.act_bias(m, d, i, hooks.user) : OwnActuators::bias(i);
  }
  void plugin_forces() const {
    if (m.nplugin) compute_plugins(m, d, mjPLUGIN_ACTUATOR);
  }
};

}  // namespace

bool actuator_disabled(const Model& m, int actuator) { return core::actuator_disabled(m, actuator); }

Real next_activation(const Model& m, const Data& d, int actuator, int act, Real act_dot) {
  return core::next_activation(m, actuator, d.act[act], act_dot);
}

void fwd_actuation(const Model& m, Data& d, const Hooks& hooks) {
  if (!core::has_actuation(m)) return core::no_actuation(d);
  const Timed timed(d, mjTIMER_ACTUATION, hooks);
  Arena::Frame frame(d.arena);
  Real* ctrl = frame.alloc<Real>(m.nu).data();
  Real* total = frame.alloc<Real>(m.ntendon).data();
  effective_controls(m, d, ctrl);
  core::actuate(m, d, ctrl, total, AllActuators(m, d, hooks));
}

}  // namespace corten
