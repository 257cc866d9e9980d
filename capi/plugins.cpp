// Plugins that programs register as structs of C functions, beside those that are built in.
#include <array>
#include <cstring>
#include <filesystem>
#include <mutex>

#include "capi/call.h"
#include "capi/plugin_abi.h"
#include "capi/shared.h"
#include "corten/base/system.h"
#include "plugins/builtin.h"

namespace corten::capi {

namespace {

// A registered plugin with texts of its own: the program's may be on a stack.
struct Registered {
  mjpPlugin functions{};
  std::string name;
  std::vector<std::string> attributes;
  std::vector<const char*> attribute_pointers;
};

std::shared_ptr<Registered> registered_copy(const mjpPlugin& plugin) {
  auto copy = std::make_shared<Registered>();
  copy->functions = plugin;
  copy->name = plugin.name;
  for (int i = 0; i < plugin.nattribute; ++i) copy->attributes.emplace_back(plugin.attributes[i]);
  for (const std::string& attribute : copy->attributes) copy->attribute_pointers.push_back(attribute.c_str());
  copy->functions.name = copy->name.c_str();
  copy->functions.attributes = copy->attribute_pointers.data();
  return copy;
}

const mjpPlugin& functions_of(const Plugin& plugin) {
  return static_cast<Registered*>(plugin.user.get())->functions;
}

// Views of a model and a data that no program holds: those of a compilation, or of a data being made.
struct PassingViews {
  std::unique_ptr<mjModel> model = std::make_unique<mjModel>();
  std::unique_ptr<mjData> data;
  PassingView known;
  explicit PassingViews(const Model& m) {
    show(const_cast<Model&>(m), *model);
    known = {model.get(), &m, nullptr, nullptr, passing_view()};
    passing_view() = &known;
  }
  PassingViews(const Model& m, Data& d) : PassingViews(m) {
    data = std::make_unique<mjData>();
    show(m, d, *data);
    known.d = data.get(), known.data = &d;
  }
  ~PassingViews() { passing_view() = known.outer; }
  PassingViews(const PassingViews&) = delete;
  PassingViews& operator=(const PassingViews&) = delete;
};

// fn(m, d) with the views of the running call, or passing ones.
template <class Fn>
void with_views(const PluginCall& call, Fn&& fn) {
  if (const auto* running = static_cast<const Call*>(call.d.plugin_memory.host)) {
    running->outside(fn);
    return;
  }
  const PassingViews views(call.m, call.d);
  fn(views.model.get(), views.data.get());
}

Plugin adapted(const std::shared_ptr<Registered>& registered) {
  const mjpPlugin& functions = registered->functions;
  Plugin plugin;
  plugin.name = registered->name;
  plugin.attributes = registered->attributes;
  plugin.capabilities = functions.capabilityflags;
  plugin.needstage = static_cast<mjtStage>(functions.needstage);
  plugin.user = registered;
  plugin.nstate = [](const Plugin& p, const Model& m, int instance) {
    const auto nstate = functions_of(p).nstate;
    return nstate ? nstate(PassingViews(m).model.get(), instance) : 0;
  };
  if (functions.nsensordata)
    plugin.nsensordata = [](const Plugin& p, const Model& m, int instance, int sensor) {
      return functions_of(p).nsensordata(PassingViews(m).model.get(), instance, sensor);
    };
  plugin.init = [](const Plugin& p, const Model& m, Data& d, int instance) -> void* {
    const PassingViews views(m, d);
    if (functions_of(p).init && functions_of(p).init(views.model.get(), views.data.get(), instance) < 0)
      throw PluginError("its init function failed");
    return reinterpret_cast<void*>(d.plugin_data[instance]);
  };
  plugin.copy = [](const Plugin& p, const void* own) -> void* {
    if (!functions_of(p).copy) return const_cast<void*>(own);
    LoneInstance from(own), to(nullptr);
    functions_of(p).copy(to.data.get(), nullptr, from.data.get(), 0);
    return reinterpret_cast<void*>(to.own);
  };
  plugin.destroy = [](const Plugin& p, void* own) noexcept {
    if (forget_shape(own)) return;
    if (functions_of(p).destroy) functions_of(p).destroy(LoneInstance(own).data.get(), 0);
  };
  if (functions.capabilityflags & mjPLUGIN_SDF) give_shape(plugin, registered->functions);
  if (functions.reset)
    plugin.reset = [](const PluginCall& call) {
      const PassingViews views(call.m);
      functions_of(call.plugin).reset(views.model.get(), call.state.data(), call.own, call.instance);
    };
  plugin.compute = [](const PluginCall& call, mjtPluginCapabilityBit capability) {
    if (!functions_of(call.plugin).compute) return;
    with_views(call, [&](const mjModel* m, mjData* d) {
      functions_of(call.plugin).compute(m, d, call.instance, capability);
    });
  };
  if (functions.advance)
    plugin.advance = [](const PluginCall& call) {
      with_views(
          call, [&](const mjModel* m, mjData* d) { functions_of(call.plugin).advance(m, d, call.instance); });
    };
  if (functions.actuator_act_dot)
    plugin.actuator_act_dot = [](const PluginCall& call) {
      with_views(call, [&](const mjModel* m, mjData* d) {
        functions_of(call.plugin).actuator_act_dot(m, d, call.instance);
      });
    };
  return plugin;
}

// Slots are those of the table; a table handed out is never changed, a registration makes a new one.
struct Plugins {
  std::mutex mutex;
  std::shared_ptr<const PluginTable> table = builtin_plugins();
  std::vector<std::shared_ptr<Registered>> slots;

  Plugins() {
    for (int slot = 0; slot < table->size(); ++slot) {
      const Plugin& plugin = *(*table)[slot];
      std::vector<const char*> attributes;
      for (const std::string& attribute : plugin.attributes) attributes.push_back(attribute.c_str());
      mjpPlugin description{};
      description.name = plugin.name.c_str();
      description.nattribute = static_cast<int>(attributes.size());
      description.attributes = attributes.data();
      description.capabilityflags = plugin.capabilities;
      if (plugin.can(mjPLUGIN_SDF)) show_shape(description);
      description.needstage = plugin.needstage;
      slots.push_back(registered_copy(description));
    }
  }
};
Plugins& plugins() {
  static auto* all = new Plugins();
  return *all;
}

void require_complete(const mjpPlugin& plugin) {
  if (!*plugin.name) throw Problem("the plugin has no name");
  if (plugin.nattribute < 0 || (plugin.nattribute && !plugin.attributes))
    throw Problem("its attributes are missing");
  if ((plugin.capabilityflags & mjPLUGIN_SDF) && !(plugin.sdf_distance && plugin.sdf_gradient))
    throw Problem(std::string("plugin '") + plugin.name + "': a shape needs sdf_distance and sdf_gradient");
}

// the same plugin registered twice is the same slot, as in MuJoCo
bool same(const mjpPlugin& a, const mjpPlugin& b) {
  return a.nstate == b.nstate && a.init == b.init && a.compute == b.compute && a.reset == b.reset &&
         a.nattribute == b.nattribute && a.capabilityflags == b.capabilityflags;
}

}  // namespace

std::shared_ptr<const PluginTable> known_plugins() {
  const std::lock_guard lock(plugins().mutex);
  return plugins().table;
}

CORTEN_API void mjp_defaultPlugin(mjpPlugin* plugin) {
  perform("mjp_defaultPlugin", [=] { *given(plugin, "plugin") = mjpPlugin{}; });
}

CORTEN_API int mjp_registerPlugin(const mjpPlugin* plugin) {
  return answer("mjp_registerPlugin", [=] {
    given(given(plugin, "plugin")->name, "the name of the plugin");
    Plugins& all = plugins();
    const std::lock_guard lock(all.mutex);
    if (const int slot = all.table->find(plugin->name); slot >= 0) {
      // what MuJoCo's own libraries of plugins bring is built in
      if (slot < builtin_plugins()->size()) return slot;
      if (same(all.slots[static_cast<std::size_t>(slot)]->functions, *plugin)) return slot;
      throw Problem(std::string("another plugin is called '") + plugin->name + "'");
    }
    require_complete(*plugin);
    auto table = std::make_shared<PluginTable>(*all.table);
    const std::shared_ptr<Registered> copy = registered_copy(*plugin);
    const int slot = table->add(adapted(copy));
    all.slots.push_back(copy);
    all.table = table;
    return slot;
  });
}

CORTEN_API int mjp_pluginCount() {
  const std::lock_guard lock(plugins().mutex);
  return plugins().table->size();
}

CORTEN_API const mjpPlugin* mjp_getPluginAtSlot(int slot) {
  const std::lock_guard lock(plugins().mutex);
  const auto& slots = plugins().slots;
  return slot >= 0 && static_cast<std::size_t>(slot) < slots.size()
             ? &slots[static_cast<std::size_t>(slot)]->functions
             : nullptr;
}

CORTEN_API const mjpPlugin* mjp_getPlugin(const char* name, int* slot) {
  const int found = name ? known_plugins()->find(name) : -1;
  if (slot) *slot = found;
  return mjp_getPluginAtSlot(found);
}

CORTEN_API const char* mj_getPluginConfig(const mjModel* m, int plugin_id, const char* attrib) {
  return answer("mj_getPluginConfig", [=]() -> const char* {
    const Model& model = model_of(m);
    const Plugin* plugin =
        plugin_id >= 0 && plugin_id < model.nplugin ? plugin_of(model, plugin_id) : nullptr;
    if (!plugin || !attrib) return nullptr;
    const char* text = model.plugin_attr.data() + model.plugin_attradr[plugin_id];
    for (const std::string& attribute : plugin->attributes) {
      if (attribute == attrib) return text;
      text += std::strlen(text) + 1;
    }
    return nullptr;
  });
}

// The plugin that is the shape of a geom. Throws for geoms without one.
CORTEN_API const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  return answer("mjc_getSDF", [=] {
    const Model& model = model_of(m);
    require_id(id, model.ngeom, "geom");
    const int instance = model.geom_plugin[id];
    const mjpPlugin* plugin = instance < 0 ? nullptr : mjp_getPluginAtSlot(model.plugin[instance]);
    if (!plugin || !(plugin->capabilityflags & mjPLUGIN_SDF))
      throw Problem("geom " + std::to_string(id) + " has no plugin that is a shape");
    return plugin;
  });
}

CORTEN_API void mj_loadPluginLibrary(const char* path) {
  perform("mj_loadPluginLibrary", [=] {
    if (!open_library(given(path, "path"))) throw Problem(library_error());
  });
}

CORTEN_API void mj_loadAllPluginLibraries(const char* directory,
                                          void (*callback)(const char*, int first, int count)) {
  perform("mj_loadAllPluginLibraries", [=] {
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(given(directory, "directory"), missing)) {
      if (entry.path().extension() != library_ending()) continue;
      const int before = mjp_pluginCount();
      open_library(entry.path().string());
      if (callback) callback(entry.path().filename().string().c_str(), before, mjp_pluginCount() - before);
    }
  });
}

}  // namespace corten::capi
