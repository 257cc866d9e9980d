#include "corten/model/plugin.h"

#include <algorithm>

#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/model/names.h"

namespace corten {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

// Empty, or why the description cannot be used.
std::string defect_of(const Plugin& p) {
  if (p.name.empty()) return "a plugin needs a name";
  if (p.init && !(p.copy && p.destroy)) return "a plugin with init needs copy and destroy";
  const int computed = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE;
  if (p.can(computed) && !p.compute) return "actuators, sensors and passive forces need compute";
  if (p.can(mjPLUGIN_SENSOR) && !p.nsensordata) return "sensors need nsensordata";
  if (p.can(mjPLUGIN_SDF) && !(p.sdf_distance && p.sdf_gradient && p.init))
    return "shapes need init, sdf_distance and sdf_gradient";
  if (p.sdf_make && !p.sdf_aabb) return "shapes that make meshes need sdf_aabb";
  return {};
}

std::string describe(const Model& m, const Plugin& plugin, int instance) {
  const char* name = id2name(m, mjOBJ_PLUGIN, instance);
  return "plugin '" + plugin.name + "'" + (name && *name ? ", instance '" + std::string(name) + "'" : "");
}

}  // namespace

int PluginTable::add(Plugin plugin) {
  if (const std::string defect = defect_of(plugin); !defect.empty())
    throw PluginError("plugin '" + plugin.name + "': " + defect);
  if (find(plugin.name) >= 0) throw PluginError("plugin '" + plugin.name + "': the name is taken");
  plugins_.push_back(std::make_shared<const Plugin>(std::move(plugin)));
  return size() - 1;
}

int PluginTable::find(std::string_view name) const {
  const auto found = std::ranges::find_if(plugins_, [&](const auto& p) { return same_name(p->name, name); });
  return found == plugins_.end() ? -1 : static_cast<int>(found - plugins_.begin());
}

std::vector<std::string_view> PluginTable::names() const {
  std::vector<std::string_view> names;
  for (const auto& plugin : plugins_) names.push_back(plugin->name);
  return names;
}

PluginMemory::PluginMemory(const PluginMemory& other) {
  own_.reserve(other.own_.size());
  for (const Own& own : other.own_)
    own_.push_back({own.plugin, own.data ? own.plugin->copy(*own.plugin, own.data) : nullptr});
}

PluginMemory& PluginMemory::operator=(PluginMemory&& other) noexcept {
  if (this == &other) return *this;
  clear();
  own_ = std::move(other.own_);
  host = nullptr;
  return *this;
}

PluginMemory::~PluginMemory() { clear(); }

void PluginMemory::clear() noexcept {
  for (const Own& own : own_)
    if (own.data) own.plugin->destroy(*own.plugin, own.data);
  own_.clear();
}

const Plugin* plugin_of(const Model& m, int instance) {
  const int slot = m.plugin[instance];
  return m.plugins && slot >= 0 && slot < m.plugins->size() ? (*m.plugins)[slot].get() : nullptr;
}

std::vector<std::string> plugin_values(const Model& m, int instance) {
  const Plugin* plugin = plugin_of(m, instance);
  if (!plugin) return {};
  std::vector<std::string> values(plugin->attributes.size());
  const char* end = m.plugin_attr.data() + m.npluginattr;
  const char* text = m.plugin_attr.data() + std::clamp(m.plugin_attradr[instance], 0, m.npluginattr);
  for (std::string& value : values) {
    const char* last = std::find(text, end, '\0');
    value.assign(text, last);
    text = last == end ? end : last + 1;
  }
  return values;
}

std::optional<std::string> plugin_config(const Model& m, int instance, std::string_view attribute) {
  const Plugin* plugin = instance >= 0 && instance < m.nplugin ? plugin_of(m, instance) : nullptr;
  if (!plugin) return {};
  const auto found = std::ranges::find(plugin->attributes, attribute);
  if (found == plugin->attributes.end()) return {};
  return plugin_values(m, instance)[static_cast<std::size_t>(found - plugin->attributes.begin())];
}

void start_plugins(const Model& m, Data& d) {
  // an instance may place the bodies while it is made: all of them, those that never move too
  std::fill(d.tree_asleep.begin(), d.tree_asleep.end(), kFullyAwake);
  list_awake(m, d, true);
  PluginMemory memory;
  for (int i = 0; i < m.nplugin; ++i) {
    const Plugin* plugin = plugin_of(m, i);
    if (!plugin) throw PluginError("the model uses a plugin that this program does not know");
    try {
      memory.add((*m.plugins)[m.plugin[i]], plugin->init ? plugin->init(*plugin, m, d, i) : nullptr);
    } catch (const PluginError& error) {
      throw PluginError(describe(m, *plugin, i) + ": " + error.what());
    }
    d.plugin[i] = m.plugin[i];
  }
  d.plugin_memory = std::move(memory);
  d.tell_plugin_data();
}

void reset_plugins(const Model& m, Data& d) {
  for_each_plugin(m, d, ~0, [](const Plugin& plugin, const PluginCall& call) {
    if (plugin.reset) plugin.reset(call);
  });
}

}  // namespace corten
