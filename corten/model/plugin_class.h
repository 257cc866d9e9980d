// A Plugin out of a class: plugin_of_class<Pid>(). An object of the class is what one instance keeps in one
// Data; it must be copyable. The class has
//   static constexpr const char* kName;  static constexpr auto kAttributes = std::to_array({"kp", …});
//   static constexpr int kCapabilities;  static constexpr mjtStage kNeedstage;      (sensors)
//   T(const Model& m, Data& d, int instance);                                        may throw PluginError
//   static int nstate(const Model& m, int instance);                                 (optional)
//   static int nsensordata(const Model& m, int instance, int sensor);                (sensors)
//   void reset(const PluginCall&), compute(const PluginCall&, mjtPluginCapabilityBit),
//   void actuator_act_dot(const PluginCall&), advance(const PluginCall&)             (where wanted)
//   explicit T(std::span<const std::string> values);  Aabb<Real> aabb() const;       (shapes that make
//   meshes) Real distance(const Vec3<Real>& x) const;                                        (shapes)
//   Vec3<Real> gradient(const Vec3<Real>& x, Real distance_at_x) const;              (shapes)
//   static constexpr auto kDistance = …;  of the engine, for its objects, instead of distance
#pragma once

#include <type_traits>

#include "corten/model/plugin.h"

namespace corten {

template <class T>
Plugin plugin_of_class() {
  Plugin p;
  p.name = T::kName;
  p.attributes.assign(T::kAttributes.begin(), T::kAttributes.end());
  p.capabilities = T::kCapabilities;
  p.init = [](const Plugin&, const Model& m, Data& d, int instance) -> void* {
    return new T(m, d, instance);
  };
  p.copy = [](const Plugin&, const void* own) -> void* { return new T(*static_cast<const T*>(own)); };
  p.destroy = [](const Plugin&, void* own) noexcept { delete static_cast<T*>(own); };
  if constexpr (requires { T::kNeedstage; }) p.needstage = T::kNeedstage;
  if constexpr (requires(const Model& m) { T::nstate(m, 0); })
    p.nstate = [](const Plugin&, const Model& m, int instance) { return T::nstate(m, instance); };
  if constexpr (requires(const Model& m) { T::nsensordata(m, 0, 0); })
    p.nsensordata = [](const Plugin&, const Model& m, int instance, int sensor) {
      return T::nsensordata(m, instance, sensor);
    };
  if constexpr (requires(T & t, const PluginCall& c) { t.reset(c); })
    p.reset = [](const PluginCall& c) { static_cast<T*>(c.own)->reset(c); };
  if constexpr (requires(T & t, const PluginCall& c) { t.compute(c, mjPLUGIN_PASSIVE); })
    p.compute = [](const PluginCall& c, mjtPluginCapabilityBit bit) {
      static_cast<T*>(c.own)->compute(c, bit);
    };
  if constexpr (requires(T & t, const PluginCall& c) { t.actuator_act_dot(c); })
    p.actuator_act_dot = [](const PluginCall& c) { static_cast<T*>(c.own)->actuator_act_dot(c); };
  if constexpr (requires(T & t, const PluginCall& c) { t.advance(c); })
    p.advance = [](const PluginCall& c) { static_cast<T*>(c.own)->advance(c); };
  if constexpr (requires(const T& t, const Vec3<Real>& x) { t.distance(x); })
    p.sdf_distance = [](const void* own, const Vec3<Real>& x) {
      return static_cast<const T*>(own)->distance(x);
    };
  if constexpr (requires { T::kDistance; }) {
    static_assert(std::is_standard_layout_v<T>);  // begins with the object that the function knows
    p.sdf_distance = T::kDistance;
  }
  if constexpr (requires(const T& t, const Vec3<Real>& x) { t.gradient(x, Real{}); })
    p.sdf_gradient = [](const void* own, const Vec3<Real>& x, Real distance) {
      return static_cast<const T*>(own)->gradient(x, distance);
    };
  if constexpr (requires(const T& t) { t.aabb(); }) {
    p.sdf_make = [](const Plugin&, std::span<const std::string> values) -> void* { return new T(values); };
    p.sdf_aabb = [](const void* own) { return static_cast<const T*>(own)->aabb(); };
  }
  return p;
}

}  // namespace corten
