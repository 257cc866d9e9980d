// One function per kind of sensor: writes its sensor_dim numbers, before cutoff. Each file says which types
// its functions measure.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::sense {

using SensorFunction = void (*)(const Model& m, Data& d, int sensor, Real* out);

// null for types that others compute: plugins and users
SensorFunction sensor_function(int type);

struct SensorMeasure {
  mjtSensor type;
  SensorFunction function;
};
std::span<const SensorMeasure> site_instruments();
std::span<const SensorMeasure> camera_sensors();
std::span<const SensorMeasure> scalar_sensors();
std::span<const SensorMeasure> frame_sensors();
std::span<const SensorMeasure> distance_sensors();
std::span<const SensorMeasure> contact_sensors();
std::span<const SensorMeasure> tactile_sensors();

inline void put(const Vec3<Real>& v, Real* out) {
  for (int k = 0; k < 3; ++k) out[k] = v[k];
}

}  // namespace corten::sense
