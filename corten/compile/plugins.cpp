// Plugins: which instances there are, what they are configured with, and which elements use them.
#include <algorithm>
#include <set>

#include "corten/base/client_texts.h"
#include "corten/compile/passes.h"
#include "corten/compile/unknown_name.h"

namespace corten {
namespace {

// An element that uses a plugin.
struct User {
  const char* tag;
  const spec::Node* node;
  const spec::PluginUse* use;
  mjtPluginCapabilityBit capability;
  bool shares_copies = false;  // copies made by replicate keep the instance of the original
};

const char* work_of(mjtPluginCapabilityBit capability) {
  switch (capability) {
    case mjPLUGIN_ACTUATOR:
      return "an actuator";
    case mjPLUGIN_SENSOR:
      return "a sensor";
    case mjPLUGIN_PASSIVE:
      return "passive forces of a body";
    default:
      return "a shape (a signed distance field)";
  }
}

std::vector<User> users_of(const Spec& spec, const Draft& draft) {
  std::vector<User> users;
  const auto add = [&](const char* tag, const auto& node, mjtPluginCapabilityBit capability,
                       bool shares = false) {
    if (node.plugin.active) users.push_back({tag, &node, &node.plugin, capability, shares});
  };
  for (const spec::Mesh& mesh : spec.meshes) add("mesh", mesh, mjPLUGIN_SDF);
  for (const spec::Actuator& actuator : spec.actuators) add("plugin", actuator, mjPLUGIN_ACTUATOR);
  for (const spec::Sensor& sensor : spec.sensors) add("plugin", sensor, mjPLUGIN_SENSOR);
  for (const DraftBody& body : draft.bodies) add("body", *body.spec, mjPLUGIN_PASSIVE);
  for (const DraftGeom& geom : draft.geoms) add("geom", *geom.spec, mjPLUGIN_SDF, true);
  return users;
}

bool is_implicit(const spec::PluginUse& use) { return use.name.empty() && !use.plugin_name.empty(); }

// Those of <extension>, then the unnamed ones of elements and the named ones of composites as they were read.
void list_instances(const Spec& spec, const std::vector<User>& users, Draft& draft) {
  struct Candidate {
    int order;
    DraftPlugin instance;
    const User* user;
  };
  std::vector<Candidate> all;
  for (const spec::PluginInstance& node : spec.plugins) {
    // one that a program made for an element is that of the element
    if (node.name.empty() && node.plugin_name.empty()) continue;
    all.push_back(
        {node.order, {"instance", &node, node.name, node.plugin_name, &node.config, {}, -1, {}}, nullptr});
  }
  for (const User& user : users) {
    const spec::PluginUse& use = *user.use;
    if (is_implicit(use))
      all.push_back({use.order, {user.tag, user.node, "", use.plugin_name, &use.config, {}, -1, {}}, &user});
  }
  std::ranges::stable_sort(all, {}, &Candidate::order);
  int previous = 0;
  for (Candidate& candidate : all) {
    const bool repeated = candidate.user && candidate.user->shares_copies && candidate.order == previous &&
                          candidate.order != spec::PluginUse::kLast;
    if (!repeated) draft.plugins.push_back(std::move(candidate.instance));
    if (candidate.user) draft.plugin_ids[candidate.user->use] = static_cast<int>(draft.plugins.size()) - 1;
    previous = candidate.user && candidate.user->shares_copies ? candidate.order : 0;
  }
}

// The instance an element names. Where it also names a plugin, the instance becomes one of that plugin.
void link_named(const User& user, Draft& draft, Diagnostics& diagnostics) {
  const spec::PluginUse& use = *user.use;
  const auto found = std::ranges::find(draft.plugins, use.name, &DraftPlugin::name);
  if (found == draft.plugins.end()) {
    std::vector<std::string_view> known;
    for (const DraftPlugin& instance : draft.plugins)
      if (!instance.name.empty()) known.push_back(instance.name);
    return refuse(diagnostics, user.tag, *user.node, "unknown plugin instance " + quoted(use.name),
                  did_you_mean(use.name, known));
  }
  if (!use.plugin_name.empty()) found->plugin_name = use.plugin_name;
  draft.plugin_ids[&use] = static_cast<int>(found - draft.plugins.begin());
}

std::set<std::string> activated(const Spec& spec, const PluginTable& known, Diagnostics& diagnostics) {
  std::set<std::string> names;
  for (const std::string& name : spec.active_plugins) {
    const int slot = known.find(name);
    if (slot >= 0)
      names.insert(known[slot]->name);
    else
      diagnostics.error({}, "<extension>", "unknown plugin " + quoted(name),
                        did_you_mean(name, known.names()));
  }
  return names;
}

void configure(DraftPlugin& instance, Diagnostics& diagnostics) {
  const std::vector<std::string>& attributes = instance.plugin->attributes;
  instance.values.resize(attributes.size());
  for (const auto& [key, value] : *instance.config) {
    const auto found = std::ranges::find(attributes, key);
    if (found == attributes.end())
      refuse(diagnostics, instance.tag, *instance.spec,
             client_text::unrecognized_attribute(key) + ": plugin " + quoted(instance.plugin_name) +
                 " has none of that name",
             did_you_mean(key, {attributes.begin(), attributes.end()}));
    else
      instance.values[static_cast<std::size_t>(found - attributes.begin())] = value;
  }
}

void find_plugin(const PluginTable& known, const std::set<std::string>& active, DraftPlugin& instance,
                 Diagnostics& diagnostics) {
  if (!active.contains(instance.plugin_name))
    return refuse(diagnostics, instance.tag, *instance.spec,
                  "plugin " + quoted(instance.plugin_name) + " is not activated",
                  "name it in <extension><plugin plugin=\"...\"/>, spelled the same");
  instance.slot = known.find(instance.plugin_name);
  instance.plugin = known[instance.slot];
  configure(instance, diagnostics);
}

void check_capability(const User& user, const Draft& draft, Diagnostics& diagnostics) {
  const int id = draft.plugin_id(*user.use);
  if (id < 0 || !draft.plugins[id].plugin || draft.plugins[id].plugin->can(user.capability)) return;
  refuse(diagnostics, user.tag, *user.node,
         "plugin " + quoted(draft.plugins[id].plugin_name) + " cannot be " + work_of(user.capability));
}

}  // namespace

void resolve_plugins(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const std::vector<User> users = users_of(spec, draft);
  list_instances(spec, users, draft);
  for (const User& user : users) {
    if (!user.use->name.empty())
      link_named(user, draft, diagnostics);
    else if (user.use->plugin_name.empty())
      refuse(diagnostics, user.tag, *user.node,
             client_text::kNoPlugin + std::string(user.tag) + " '" + user.node->name + "'");
  }
  static const PluginTable kNone;
  const PluginTable& known = draft.options->plugins ? *draft.options->plugins : kNone;
  const std::set<std::string> active = activated(spec, known, diagnostics);
  for (DraftPlugin& instance : draft.plugins) find_plugin(known, active, instance, diagnostics);
  for (const User& user : users) check_capability(user, draft, diagnostics);
}

void fill_plugins(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  if (m.nplugin) m.plugins = draft.options->plugins;
  int adr = 0;
  for (int id = 0; id < m.nplugin; ++id) {
    const DraftPlugin& instance = draft.plugins[id];
    m.plugin[id] = instance.slot;
    m.plugin_attradr[id] = adr;
    for (const std::string& value : instance.values) {
      std::ranges::copy(value, m.plugin_attr.begin() + adr);
      adr += static_cast<int>(value.size()) + 1;
    }
    if (instance.values.empty()) ++adr;
  }
}

void measure_plugins(const Spec&, Draft& draft, Diagnostics& diagnostics) try {
  Model& m = draft.model;
  for (int id = 0; id < m.nplugin; ++id) {
    const DraftPlugin& instance = draft.plugins[id];
    const Plugin& plugin = *instance.plugin;
    const int nstate = plugin.nstate ? plugin.nstate(plugin, m, id) : 0;
    if (nstate < 0) refuse(diagnostics, instance.tag, *instance.spec, "its plugin asks for a negative state");
    m.plugin_stateadr[id] = m.npluginstate;
    m.plugin_statenum[id] = std::max(0, nstate);
    m.npluginstate += std::max(0, nstate);
  }
  for (int i = 0; i < m.nsensor; ++i) {
    DraftSensor& sensor = draft.sensors[i];
    const int id = draft.plugin_id(sensor.spec->plugin);
    if (id < 0) continue;
    const Plugin& plugin = *draft.plugins[id].plugin;
    sensor.dim = plugin.nsensordata(plugin, m, id, i);
    sensor.needstage = plugin.needstage;
    if (sensor.dim < 0) refuse(diagnostics, "sensor", *sensor.spec, "its plugin gives a negative dimension");
    m.nsensordata += std::max(0, sensor.dim);
  }
} catch (const PluginError& error) {
  diagnostics.error({}, "<extension>", error.what());
}

}  // namespace corten
