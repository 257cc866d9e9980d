// One timestep of the state with given rates.
#include <algorithm>

#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/sense/sensors.h"
#include "corten/sim/advance_core.h"
#include "corten/sim/forward.h"
#include "corten/sim/integrators.h"
#include "corten/smooth/actuation_core.h"
#include "corten/smooth/history.h"
#include "corten/smooth/sleep.h"

namespace corten {

void advance(const Model& m, Data& d, std::span<const Real> act_dot, std::span<const Real> qacc,
             std::span<const Real> qvel, const Hooks& hooks) {
  record_controls(m, d);
  record_sensors(m, d);
  if (m.na && !(m.opt.disableflags & mjDSBL_ACTUATION)) core::advance_activations(m, d, act_dot.data());
  if (sleep_enabled(m) && fall_asleep(m, d) > 0) {
    forward_skip(m, d, mjSTAGE_POS, false, hooks);
    list_awake(m, d);
  }
  among_awake(m, d, [&](auto who) {
    advance_velocities(m, d, who, qacc.data());
    advance_positions(m, d, who, qvel.empty() ? d.qvel.data() : qvel.data());
  });
  d.time += m.opt.timestep;
  for_each_plugin(m, d, ~0, [](const Plugin& plugin, const PluginCall& call) {
    if (plugin.advance) plugin.advance(call);
  });
  std::copy(d.qacc.begin(), d.qacc.end(), d.qacc_warmstart.begin());
}

}  // namespace corten
