#include "python/bindings/plugins.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "corten/batch/worlds.h"
#include "corten/model/for_each_plugin.h"
#include "plugins/builtin.h"
#include "plugins/library.h"
#include "python/bindings/callbacks.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

// never destroyed: the interpreter may be gone before it
std::shared_ptr<const PluginTable>& table() {
  static auto* current = new std::shared_ptr<const PluginTable>(builtin_plugins());
  return *current;
}

thread_local nb::handle model_in_making;     // the Python object plugins are made for
thread_local bool worlds_in_making = false;  // they are made for one of many worlds

// ---- plugins that are Python classes ----

struct PythonClass {
  nb::object type;
};
const nb::object& type_of(const Plugin& plugin) { return static_cast<PythonClass*>(plugin.user.get())->type; }

// What an instance keeps: an object of the class, or none where it was only announced.
struct PythonInstance {
  nb::object object;
  bool among_worlds = false;
};

nb::dict config_of(const Plugin& plugin, const Model& m, int instance) {
  nb::dict config;
  const std::vector<std::string> values = plugin_values(m, instance);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].empty()) config[plugin.attributes[i].c_str()] = values[i];
  return config;
}

// A number of the class, or what its function of the configuration gives. Runs while a model is compiled.
int size_of(const char* name, const Plugin& plugin, const Model& m, int instance) {
  const nb::gil_scoped_acquire lock;
  try {
    nb::object size = nb::getattr(type_of(plugin), name, nb::int_(0));
    if (PyCallable_Check(size.ptr())) size = size(config_of(plugin, m, instance));
    return nb::cast<int>(size);
  } catch (const std::exception& error) {
    throw PluginError("plugin '" + plugin.name + "': " + name + ": " + error.what());
  }
}

void* make(const Plugin& plugin, const Model& m, Data&, int instance) {
  const nb::gil_scoped_acquire lock;
  auto own = std::make_unique<PythonInstance>();
  own->among_worlds = worlds_in_making;
  if (model_in_making.is_valid())
    own->object = type_of(plugin)(nb::borrow(model_in_making), instance, config_of(plugin, m, instance));
  return own.release();
}

void* copy_of(const Plugin&, const void* own) {
  const nb::gil_scoped_acquire lock;
  const nb::object& object = static_cast<const PythonInstance*>(own)->object;
  auto copy = std::make_unique<PythonInstance>();
  copy->among_worlds = static_cast<const PythonInstance*>(own)->among_worlds;
  if (object.is_valid()) copy->object = nb::module_::import_("copy").attr("copy")(object);
  return copy.release();
}

void destroy(const Plugin&, void* own) noexcept {
  if (!Py_IsInitialized()) return;
  const nb::gil_scoped_acquire lock;
  delete static_cast<PythonInstance*>(own);
}

nb::object state_array(std::span<Real> state) {
  auto* values = new std::vector<Real>(state.begin(), state.end());
  const nb::capsule owner(values, [](void* p) noexcept { delete static_cast<std::vector<Real>*>(p); });
  return numpy_view(values->data(), {values->size()}, owner);
}

void take_state(const nb::object& array, std::span<Real> state) {
  const auto values = nb::cast<nb::ndarray<const Real, nb::ndim<1>, nb::c_contig>>(array);
  std::copy_n(values.data(), std::min(values.shape(0), state.size()), state.begin());
}

// Calls a method with the objects of the running call and a copy of the state, which it may change in place.
void call(const PluginCall& c, const char* method, const char* otherwise = nullptr) {
  const PythonInstance& own = *static_cast<PythonInstance*>(c.own);
  auto* scope = static_cast<CallbackScope*>(c.d.plugin_memory.host);
  if (!own.object.is_valid() || !scope || scope->failed()) return;
  const nb::gil_scoped_acquire lock;
  try {
    const char* name = nb::hasattr(own.object, method) ? method : otherwise;
    if (!name || !nb::hasattr(own.object, name)) return;
    const nb::object state = state_array(c.state);
    own.object.attr(name)(scope->model(), scope->data(), state);
    take_state(state, c.state);
  } catch (...) {
    scope->fail(std::current_exception());
  }
}

void reset(const PluginCall& c) {
  const PythonInstance& own = *static_cast<PythonInstance*>(c.own);
  if (!own.object.is_valid()) return;
  const nb::gil_scoped_acquire lock;
  if (!nb::hasattr(own.object, "reset")) return;
  auto* scope = static_cast<CallbackScope*>(c.d.plugin_memory.host);
  try {
    const nb::object state = state_array(c.state);
    own.object.attr("reset")(state);
    take_state(state, c.state);
  } catch (...) {
    if (!scope) throw;  // while the Data is made, which may fail
    scope->fail(std::current_exception());
  }
}

// What was computed for all worlds at once. Runs without the interpreter.
void take_forces(const PluginCall& c, mjtPluginCapabilityBit capability) {
  const auto* forces = static_cast<const PluginForces*>(c.d.plugin_memory.host);
  if (!forces) return;
  if (capability == mjPLUGIN_ACTUATOR) {
    for (int i = 0; i < c.m.nu; ++i)
      if (c.m.actuator_plugin[i] == c.instance)
        c.d.actuator_force[i] = forces->actuator[static_cast<std::size_t>(i)];
    return;
  }
  const Real* passive = forces->passive.data() + c.instance * c.m.nv;
  for (int dof = 0; dof < c.m.nv; ++dof) c.d.qfrc_passive[dof] += passive[dof];
}

void compute(const PluginCall& c, mjtPluginCapabilityBit capability) {
  if (static_cast<PythonInstance*>(c.own)->among_worlds) return take_forces(c, capability);
  switch (capability) {
    case mjPLUGIN_ACTUATOR:
      return call(c, "compute_actuator", "compute");
    case mjPLUGIN_SENSOR:
      return call(c, "compute_sensor", "compute");
    default:
      return call(c, "compute_passive", "compute");
  }
}

Plugin python_plugin(nb::object type, const std::string& name, std::vector<std::string> attributes,
                     int capabilities, int stage) {
  Plugin p;
  p.name = name;
  p.attributes = std::move(attributes);
  p.capabilities = capabilities;
  p.needstage = static_cast<mjtStage>(stage);
  p.user = std::make_shared<PythonClass>(PythonClass{std::move(type)});
  p.nstate = [](const Plugin& q, const Model& m, int i) { return size_of("nstate", q, m, i); };
  p.nsensordata = [](const Plugin& q, const Model& m, int i, int) { return size_of("dim", q, m, i); };
  p.init = make;
  p.copy = copy_of;
  p.destroy = destroy;
  p.reset = reset;
  p.compute = compute;
  p.actuator_act_dot = [](const PluginCall& c) { call(c, "act_dot"); };
  p.advance = [](const PluginCall& c) { call(c, "advance"); };
  return p;
}

bool is_python(const Plugin& plugin) { return plugin.init == make; }

// A class of the same name takes the place of an earlier one: cells of notebooks run twice.
void add(Plugin plugin) {
  auto next = std::make_shared<PluginTable>();
  const PluginTable& now = *table();
  const int taken = now.find(plugin.name);
  for (int i = 0; i < now.size(); ++i)
    if (i != taken || !is_python(*now[i])) next->add(*now[i]);
  next->add(std::move(plugin));
  table() = std::move(next);
}

}  // namespace

std::shared_ptr<const PluginTable> module_plugins() { return table(); }

PluginMaking::PluginMaking(nb::handle model) : PluginMaking(model, false) {}
PluginMaking::PluginMaking(nb::handle model, bool worlds)
    : before_(model_in_making), worlds_before_(worlds_in_making) {
  model_in_making = model;
  worlds_in_making = worlds;
}
PluginMaking::~PluginMaking() {
  model_in_making = before_;
  worlds_in_making = worlds_before_;
}

std::string python_plugin_of(const Model& m) {
  for (int i = 0; i < m.nplugin; ++i)
    if (const Plugin* plugin = plugin_of(m, i); plugin && is_python(*plugin)) return plugin->name;
  return {};
}

void bind_plugins(nb::module_& m) {
  m.def("plugin_names", [] {
    std::vector<std::string> names;
    for (const std::string_view name : table()->names()) names.emplace_back(name);
    return names;
  });
  m.def(
      "python_plugins",
      [](const ModelHandle& model) {
        nb::list found;
        for (int i = 0; i < (*model).nplugin; ++i)
          if (const Plugin* plugin = plugin_of(*model, i); plugin && is_python(*plugin))
            found.append(nb::make_tuple(i, plugin->name, type_of(*plugin), config_of(*plugin, *model, i),
                                        plugin->capabilities));
        return found;
      },
      "Instances of plugins written in Python: (instance, name, class, configuration, capabilities).");
  m.def("register_plugin", [](nb::object type, const std::string& name, std::vector<std::string> attributes,
                              int capabilities, int stage) {
    try {
      add(python_plugin(std::move(type), name, std::move(attributes), capabilities, stage));
    } catch (const PluginError& error) {
      throw nb::value_error(error.what());
    }
  });
  m.def(
      "mj_loadPluginLibrary",
      [](const std::string& path) {
        auto next = std::make_shared<PluginTable>(*table());
        try {
          load_plugin_library(path, *next);
        } catch (const PluginError& error) {
          throw nb::value_error(error.what());
        }
        table() = std::move(next);
      },
      nb::arg("path"), "Makes the plugins of a shared library of CortenForge plugins known.");
  m.def("plugin_config",
        [](const ModelHandle& model, int instance, const std::string& attribute) -> nb::object {
          const std::optional<std::string> text = plugin_config(*model, instance, attribute);
          return text ? nb::cast(*text) : nb::none();
        });
  m.def("plugin_name", [](const ModelHandle& model, int instance) -> nb::object {
    const Plugin* plugin =
        instance >= 0 && instance < (*model).nplugin ? plugin_of(*model, instance) : nullptr;
    return plugin ? nb::cast(plugin->name) : nb::none();
  });
}

}  // namespace corten::python
