// Shapes of C plugins in the engine, and those of the engine for C programs.
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>

#include "capi/numbers.h"
#include "capi/plugin_abi.h"
#include "capi/shared.h"

namespace corten::capi {
namespace {

// Where plugin_data stands among the arrays of mjData.
int plugin_data_place() {
  static const int place = [] {
    int index = 0, found = -1;
    const Data prototype;
    Data::visit_arrays(prototype, Sizes{}, [&](const char* name, const auto&, auto...) {
      if (std::strcmp(name, "plugin_data") == 0) found = index;
      ++index;
    });
    return found;
  }();
  return place;
}

// ---- shapes that are made for a mesh while a model is compiled: their attributes as numbers ----

struct MadeShape {
  const mjpPlugin* functions = nullptr;  // null: free
  std::vector<Real> attributes;
};

// Where they stand tells them from what instances keep for themselves.
constexpr int kMade = 64;
std::array<MadeShape, kMade> made;
std::mutex made_mutex;

const MadeShape* made_at(const void* own) {
  const auto* shape = static_cast<const MadeShape*>(own);
  const std::less<const void*> before;
  return before(own, made.data()) || !before(own, made.data() + kMade) ? nullptr : shape;
}

void* make_shape(const mjpPlugin& functions, std::span<const std::string> values) {
  const std::lock_guard lock(made_mutex);
  for (MadeShape& shape : made) {
    if (shape.functions) continue;
    std::vector<const char*> names(functions.attributes, functions.attributes + functions.nattribute), texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    shape.attributes.assign(names.size() + 1, 0);
    functions.sdf_attribute(shape.attributes.data(), names.data(), texts.data());
    shape.functions = &functions;
    return &shape;
  }
  throw PluginError("too many shapes are compiled at once");
}

// ---- one set of functions for every C plugin: the engine asks a shape by what its instance keeps alone ----

constexpr int kPlugins = 64;
std::array<std::atomic<const mjpPlugin*>, kPlugins> plugins;
std::atomic<int> used = 0;

// An instance for the functions of a program, without memory of its own in a step.
const mjData* lone(const void* own) {
  thread_local LoneInstance instance(nullptr);
  instance.own = reinterpret_cast<std::uintptr_t>(own);
  return instance.data.get();
}

template <std::size_t Slot>
struct Shape {
  static const mjpPlugin& functions() { return *plugins[Slot]; }
  static Real distance(const void* own, const Vec3<Real>& point) {
    if (const MadeShape* shape = made_at(own))
      return functions().sdf_staticdistance(point.data(), shape->attributes.data());
    return functions().sdf_distance(point.data(), lone(own), 0);
  }
  static Vec3<Real> gradient(const void* own, const Vec3<Real>& point, Real) {
    Vec3<Real> result{};
    functions().sdf_gradient(result.data(), point.data(), lone(own), 0);
    return result;
  }
};

struct ShapeFunctions {
  decltype(Plugin::sdf_distance) distance;
  decltype(Plugin::sdf_gradient) gradient;
};
template <std::size_t... Slots>
constexpr std::array<ShapeFunctions, sizeof...(Slots)> functions_of_slots(std::index_sequence<Slots...>) {
  return {{{&Shape<Slots>::distance, &Shape<Slots>::gradient}...}};
}
constexpr auto kFunctions = functions_of_slots(std::make_index_sequence<kPlugins>());

}  // namespace

LoneInstance::LoneInstance(const void* memory) : own(reinterpret_cast<std::uintptr_t>(memory)) {
  data->nplugin = 1;
  data->arrays[plugin_data_place()] = &own;
}

void give_shape(Plugin& plugin, const mjpPlugin& functions) {
  const int slot = used++;
  if (slot >= kPlugins) throw PluginError("there are too many plugins that are shapes");
  plugins[static_cast<std::size_t>(slot)] = &functions;
  plugin.sdf_distance = kFunctions[static_cast<std::size_t>(slot)].distance;
  plugin.sdf_gradient = kFunctions[static_cast<std::size_t>(slot)].gradient;
  if (!functions.sdf_staticdistance || !functions.sdf_attribute || !functions.sdf_aabb) return;
  plugin.sdf_make = [](const Plugin& p, std::span<const std::string> values) -> void* {
    for (const auto& known : plugins)  // the texts are those of the plugin of this name
      if (const mjpPlugin* c = known; c && p.name == c->name) return make_shape(*c, values);
    throw PluginError("the plugin is unknown");
  };
  plugin.sdf_aabb = [](const void* own) {
    const MadeShape& shape = *made_at(own);
    Real box[6] = {};
    shape.functions->sdf_aabb(box, shape.attributes.data());
    return Aabb<Real>{vec3(box), vec3(box + 3)};
  };
}

bool forget_shape(void* own) noexcept {
  if (!made_at(own)) return false;
  const std::lock_guard lock(made_mutex);
  static_cast<MadeShape*>(own)->functions = nullptr;
  return true;
}

// ---- shapes that are built in, for programs ----
namespace {

struct BuiltIn {
  const Plugin* plugin;
  const void* own;
};
BuiltIn built_in(const mjData* d, int instance) {
  const Data& data = box_of(d).data;
  require_id(instance, data.plugin_memory.size(), "plugin instance");
  const Plugin* plugin = (*known_plugins())[data.plugin[instance]].get();
  if (!plugin->sdf_distance) throw Problem("the plugin is no shape");
  return {plugin, data.plugin_memory[instance]};
}

}  // namespace

void show_shape(mjpPlugin& description) {
  description.sdf_distance = [](const Real* point, const mjData* d, int instance) {
    return answer("sdf_distance", [=] {
      const BuiltIn shape = built_in(d, instance);
      return shape.plugin->sdf_distance(shape.own, vec3(given(point, "point")));
    });
  };
  description.sdf_gradient = [](Real* gradient, const Real* point, const mjData* d, int instance) {
    perform("sdf_gradient", [=] {
      const BuiltIn shape = built_in(d, instance);
      const Vec3<Real> x = vec3(given(point, "point"));
      put(given(gradient, "gradient"),
          shape.plugin->sdf_gradient(shape.own, x, shape.plugin->sdf_distance(shape.own, x)));
    });
  };
}

}  // namespace corten::capi
