// mjpPlugin in the layout that programs know, and shapes (signed distance fields) between it and the engine's
// plugins.
#pragma once

#include "capi/abi.h"
#include "corten/model/plugin.h"

namespace corten::capi {

struct mjpPlugin {
  const char* name;
  int nattribute;
  const char* const* attributes;
  int capabilityflags;
  int needstage;
  int (*nstate)(const mjModel*, int instance);
  int (*nsensordata)(const mjModel*, int instance, int sensor);
  int (*init)(const mjModel*, mjData*, int instance);
  void (*destroy)(mjData*, int instance);
  void (*copy)(mjData* dest, const mjModel*, const mjData* src, int instance);
  void (*reset)(const mjModel*, Real* plugin_state, void* plugin_data, int instance);
  void (*compute)(const mjModel*, mjData*, int instance, int capability);
  void (*advance)(const mjModel*, mjData*, int instance);
  void (*visualize)(const mjModel*, mjData*, const void* opt, void* scene, int instance);
  void (*actuator_act_dot)(const mjModel*, mjData*, int instance);
  Real (*sdf_distance)(const Real point[3], const mjData*, int instance);
  void (*sdf_gradient)(Real gradient[3], const Real point[3], const mjData*, int instance);
  Real (*sdf_staticdistance)(const Real point[3], const Real* attributes);
  void (*sdf_attribute)(Real attribute[], const char* name[], const char* value[]);
  void (*sdf_aabb)(Real aabb[6], const Real* attributes);
};

// An mjData that has nothing but one plugin instance.
struct LoneInstance {
  std::uintptr_t own;
  std::unique_ptr<mjData> data = std::make_unique<mjData>();
  explicit LoneInstance(const void* memory);
};

// Makes the shape of a C plugin one that the engine asks. `functions` stays where it is. Throws PluginError
// when there are too many.
void give_shape(Plugin& plugin, const mjpPlugin& functions);
// Whether it was a shape made for a mesh of a compilation, which is gone then.
bool forget_shape(void* own) noexcept;
// The functions by which programs ask a shape of the engine.
void show_shape(mjpPlugin& description);

}  // namespace corten::capi
