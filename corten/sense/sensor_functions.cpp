#include "corten/sense/sensor_functions.h"

#include <array>

namespace corten::sense {
namespace {

using Functions = std::array<SensorFunction, mjSENS_USER + 1>;

Functions by_type() {
  Functions all{};
  for (const auto& measures : {site_instruments(), camera_sensors(), scalar_sensors(), frame_sensors(),
                               distance_sensors(), contact_sensors(), tactile_sensors()})
    for (const SensorMeasure& measure : measures)
      all[static_cast<std::size_t>(measure.type)] = measure.function;
  return all;
}

}  // namespace

SensorFunction sensor_function(int type) {
  static const Functions kFunctions = by_type();
  return kFunctions[static_cast<std::size_t>(type)];
}

}  // namespace corten::sense
