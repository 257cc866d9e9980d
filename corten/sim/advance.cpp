// One timestep of the state with given rates.
#include <algorithm>

#include "corten/model/for_each_plugin.h"
#include "corten/sense/sensors.h"
#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/configuration.h"
#include "corten/smooth/history.h"
#include "corten/smooth/sleep.h"

namespace corten {
namespace {

void advance_activations(const Model& m, Data& d, std::span<const Real> act_dot) {
  for (int i = 0; i < m.nu; ++i) {
    const int first = m.actuator_actadr[i];
    if (first < 0) continue;
    for (int k = first; k < first + m.actuator_actnum[i]; ++k) {
      const Real rate = actuator_disabled(m, i) ? 0 : act_dot[static_cast<std::size_t>(k)];
      d.act[k] = next_activation(m, d, i, k, rate);
    }
  }
}

}  // namespace

void advance(const Model& m, Data& d, std::span<const Real> act_dot, std::span<const Real> qacc,
             std::span<const Real> qvel, const Hooks& hooks) {
  const Real h = m.opt.timestep;
  record_controls(m, d);
  record_sensors(m, d);
  if (m.na && !(m.opt.disableflags & mjDSBL_ACTUATION)) advance_activations(m, d, act_dot);
  if (sleep_enabled(m) && fall_asleep(m, d) > 0) {
    forward_skip(m, d, mjSTAGE_POS, false, hooks);
    list_awake(m, d);
  }
  for_awake_dofs(m, d, [&](int dof) { d.qvel[dof] += h * qacc[static_cast<std::size_t>(dof)]; });
  const std::span<const Real> rates = qvel.empty() ? d.qvel.span() : qvel;
  among_awake(m, d, [&](auto who) {
    for (const Run dofs : who.dofs()) integrate_pos(m, d.qpos.span(), rates, h, who.joints(dofs));
  });
  d.time += h;
  for_each_plugin(m, d, ~0, [](const Plugin& plugin, const PluginCall& call) {
    if (plugin.advance) plugin.advance(call);
  });
  std::copy(d.qacc.begin(), d.qacc.end(), d.qacc_warmstart.begin());
}

}  // namespace corten
