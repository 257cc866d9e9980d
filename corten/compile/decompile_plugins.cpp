// Plugin instances and who uses them, from the arrays of a model.
#include <algorithm>

#include "corten/compile/decompile_parts.h"
#include "corten/model/plugin.h"

namespace corten {
namespace {

spec::PluginConfig config_of(const Model& m, int instance) {
  spec::PluginConfig config;
  const std::vector<std::string> values = plugin_values(m, instance);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].empty()) config.emplace_back(plugin_of(m, instance)->attributes[i], values[i]);
  return config;
}

bool alike(const Model& m, int a, int b) {
  return m.plugin[a] == m.plugin[b] && plugin_values(m, a) == plugin_values(m, b);
}

// Of a mesh the model does not say who made it. One that a shape's geom has and that has no octree is the
// surface of such a shape: made by an instance that nothing else uses, or by that of the geom.
int maker_of_mesh(const Model& m, int geom, const std::vector<int>& users) {
  const int own = m.geom_plugin[geom];
  for (int i = 0; i < m.nplugin; ++i)
    if (users[static_cast<std::size_t>(i)] == 0 && !id2name(m, mjOBJ_PLUGIN, i) && alike(m, i, own)) return i;
  return own;
}

}  // namespace

PluginUsers::PluginUsers(const Model& m)
    : of_mesh(static_cast<std::size_t>(m.nmesh), -1), count(static_cast<std::size_t>(m.nplugin)) {
  const auto add = [&](int instance) {
    if (instance >= 0) ++count[static_cast<std::size_t>(instance)];
  };
  for (const Array<int>* users : {&m.body_plugin, &m.geom_plugin, &m.actuator_plugin, &m.sensor_plugin})
    std::ranges::for_each(*users, add);
  for (int geom = 0; geom < m.ngeom; ++geom) {
    const int mesh = m.geom_dataid[geom];
    if (m.geom_type[geom] != mjGEOM_SDF || m.geom_plugin[geom] < 0 || mesh < 0 || m.mesh_octnum[mesh] > 0 ||
        of_mesh[static_cast<std::size_t>(mesh)] >= 0)
      continue;
    add(of_mesh[static_cast<std::size_t>(mesh)] = maker_of_mesh(m, geom, count));
  }
}

// An instance of one element stands there; what has a name or several users stands in <extension>.
spec::PluginUse Namer::plugin(int instance) {
  if (instance < 0 || !plugin_of(m_, instance)) return {};
  const bool shared = plugin_users_.count[static_cast<std::size_t>(instance)] > 1;
  spec::PluginUse use;
  use.active = true;
  use.plugin_name = plugin_of(m_, instance)->name;
  use.order = instance + 1;
  if (shared || id2name(m_, mjOBJ_PLUGIN, instance))
    use.name = refer(mjOBJ_PLUGIN, instance);
  else
    use.config = config_of(m_, instance);
  return use;
}

spec::PluginUse Namer::plugin_of_mesh(int mesh) {
  return plugin(plugin_users_.of_mesh[static_cast<std::size_t>(mesh)]);
}

// Unnamed instances without a user made a mesh, which keeps its vertices.
void decompile_plugins(const Model& m, const Namer& names, Spec& spec) {
  for (int i = 0; i < m.nplugin; ++i) {
    const Plugin* plugin = plugin_of(m, i);
    if (!plugin) continue;
    if (std::ranges::find(spec.active_plugins, plugin->name) == spec.active_plugins.end())
      spec.active_plugins.push_back(plugin->name);
    const std::string name = names.own(mjOBJ_PLUGIN, i);
    if (name.empty()) continue;
    spec::PluginInstance& out = spec.plugins.add();
    out.name = name;
    out.plugin_name = plugin->name;
    out.active = true;
    out.config = config_of(m, i);
    out.order = i + 1;
  }
}

}  // namespace corten
