// The types of sensors: word, what each may refer to and what it puts out. What it measures is a function of
// the room sense.
#pragma once

#include <cstdint>
#include <span>

#include "corten/math/vec3.h"
#include "corten/model/constants.h"
#include "corten/model/enums.h"

namespace corten {

// What the cutoff of a sensor does.
enum class Cutoff {
  kLimit,  // bounds the numbers, which therefore cannot be directions
  kReach,  // is the sensor's own matter: how far it looks
};

struct SensorKind {
  mjtSensor type;
  const char* word;     // element of MJCF
  unsigned objects;     // bits 1 << mjtObj
  unsigned references;  // bits 1 << mjtObj
  int dim;              // 0: depends on the sensor
  mjtStage needstage;
  mjtDataType datatype;
  Cutoff cutoff = Cutoff::kLimit;
};

// in the order of mjtSensor
std::span<const SensorKind> sensor_kinds();
// For a `type` that is no mjtSensor (programs write any number), a kind that measures nothing.
const SensorKind& sensor_kind(int type);

inline bool allows(unsigned objects, int type) {
  return type >= 0 && type < mjNOBJECT && (objects >> type & 1u);
}

// numbers per field of a ray: dist dir origin point normal depth
inline constexpr int kRayDataSize[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
// of a contact: found force torque dist pos normal tangent
inline constexpr int kContactDataSize[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};

// What a size depends on that the type alone does not tell.
struct SensorExtent {
  Vec<int, kNSens> intprm{};  // rangefinder: data bits; contact: data bits, reduce, num
  std::int64_t rays = 1;      // rangefinder: pixels of a camera
  std::int64_t vertices = 0;  // tactile: of its mesh
  std::int64_t chosen = 0;    // user, plugin
};
// Numbers a sensor puts out.
std::int64_t sensor_size(const SensorKind& kind, const SensorExtent& extent);

}  // namespace corten
