// The loop of every call point: instances in the order of ids.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

inline PluginCall plugin_call(const Plugin& plugin, const Model& m, Data& d, int instance) {
  const auto adr = static_cast<std::size_t>(m.plugin_stateadr[instance]);
  const auto num = static_cast<std::size_t>(m.plugin_statenum[instance]);
  return {plugin, m, d, instance, d.plugin_memory[instance], d.plugin_state.span().subspan(adr, num)};
}

// fn(plugin, call) for instances with any of the capabilities. A Data whose plugins were never started has
// none.
template <class Fn>
void for_each_plugin(const Model& m, Data& d, int capabilities, Fn&& fn) {
  for (int i = 0; i < d.plugin_memory.size(); ++i) {
    const Plugin* plugin = plugin_of(m, i);
    if (plugin && plugin->can(capabilities)) fn(*plugin, plugin_call(*plugin, m, d, i));
  }
}

// compute of all instances of one capability
inline void compute_plugins(const Model& m, Data& d, mjtPluginCapabilityBit capability) {
  for_each_plugin(m, d, capability,
                  [&](const Plugin& p, const PluginCall& call) { p.compute(call, capability); });
}

}  // namespace corten
