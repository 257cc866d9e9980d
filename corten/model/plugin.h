// Plugins: actuators, sensors, passive forces and shapes that a program adds to the engine. A plugin is a
// struct of functions; a PluginTable holds those a program knows, and every Model keeps the table it was
// compiled with. corten/model/plugin_class.h makes the struct out of a class.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "corten/base/array.h"
#include "corten/math/spatial.h"
#include "corten/model/enums.h"

namespace corten {

struct Model;
struct Data;
struct Plugin;

// Thrown where an instance is made, never during a step: its configuration or its place in the model is
// wrong.
class PluginError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One instance in one simulation, as the functions of its plugin get it.
struct PluginCall {
  const Plugin& plugin;
  const Model& m;
  Data& d;
  int instance;
  void* own;              // what init made
  std::span<Real> state;  // its numbers in d.plugin_state
};

struct Plugin {
  std::string name;                     // e.g. mujoco.pid
  std::vector<std::string> attributes;  // keys of <config>, in the order they are stored
  int capabilities = 0;                 // mjtPluginCapabilityBit
  mjtStage needstage = mjSTAGE_NONE;    // when a sensor is computed; none: with the positions
  std::shared_ptr<void> user;           // whatever its author wants to find again

  // ---- asked during compilation: only what stands before sensors in the model is there ----
  int (*nstate)(const Plugin&, const Model& m, int instance) = nullptr;  // numbers of state; null: none
  int (*nsensordata)(const Plugin&, const Model& m, int instance, int sensor) = nullptr;

  // ---- the life of an instance in one Data; what it keeps for itself is made, copied and destroyed here
  // ----
  void* (*init)(const Plugin&, const Model& m, Data& d, int instance) = nullptr;  // throws PluginError
  void* (*copy)(const Plugin&, const void* own) = nullptr;                        // required beside init
  void (*destroy)(const Plugin&, void* own) noexcept = nullptr;                   // required beside init
  void (*reset)(const PluginCall&) = nullptr;

  // ---- called by the step ----
  void (*actuator_act_dot)(const PluginCall&) = nullptr;  // writes d.act_dot of its actuators
  void (*compute)(const PluginCall&, mjtPluginCapabilityBit capability) = nullptr;
  void (*advance)(const PluginCall&) = nullptr;  // d.time is the new one

  // ---- shapes, in the frame of the geom ----
  // the shape that attribute texts describe; throws PluginError. copy and destroy serve it too.
  void* (*sdf_make)(const Plugin&, std::span<const std::string> values) = nullptr;
  Aabb<Real> (*sdf_aabb)(const void* own) = nullptr;
  Real (*sdf_distance)(const void* own, const Vec3<Real>& point) = nullptr;
  // `distance`: that of the point, which is known already
  Vec3<Real> (*sdf_gradient)(const void* own, const Vec3<Real>& point, Real distance) = nullptr;

  bool can(int capability) const { return (capabilities & capability) != 0; }
};

// The plugins a program knows, by slot. Names are told apart regardless of upper and lower case.
class PluginTable {
 public:
  // The slot of the plugin. Throws PluginError for an incomplete one, or when the name is taken.
  int add(Plugin plugin);
  int find(std::string_view name) const;  // −1: unknown
  const std::shared_ptr<const Plugin>& operator[](int slot) const {
    return plugins_[static_cast<std::size_t>(slot)];
  }
  int size() const { return static_cast<int>(plugins_.size()); }
  std::vector<std::string_view> names() const;

 private:
  std::vector<std::shared_ptr<const Plugin>> plugins_;
};

// What the instances of one Data keep for themselves. A copy holds copies.
class PluginMemory {
 public:
  PluginMemory() = default;
  PluginMemory(const PluginMemory& other);
  PluginMemory(PluginMemory&&) noexcept = default;
  PluginMemory& operator=(const PluginMemory& other) { return *this = PluginMemory(other); }
  PluginMemory& operator=(PluginMemory&& other) noexcept;
  ~PluginMemory();

  void add(std::shared_ptr<const Plugin> plugin, void* own) { own_.push_back({std::move(plugin), own}); }
  int size() const { return static_cast<int>(own_.size()); }
  void* operator[](int instance) const { return own_[static_cast<std::size_t>(instance)].data; }

  void* host = nullptr;  // who runs the step, for plugins that must know; not copied

 private:
  struct Own {
    std::shared_ptr<const Plugin> plugin;
    void* data;
  };
  void clear() noexcept;
  std::vector<Own> own_;
};

// The plugin of an instance, null in a model that does not know it.
const Plugin* plugin_of(const Model& m, int instance);

// The texts of all attributes as configured, in the order of Plugin::attributes; "" where not given.
std::vector<std::string> plugin_values(const Model& m, int instance);
// One of them (mj_getPluginConfig); nothing when the plugin has no such attribute or there is no such
// instance.
std::optional<std::string> plugin_config(const Model& m, int instance, std::string_view attribute);

// Makes what the instances keep for themselves. Throws PluginError with the name of the instance.
void start_plugins(const Model& m, Data& d);
// Calls the resets of all instances.
void reset_plugins(const Model& m, Data& d);

}  // namespace corten
