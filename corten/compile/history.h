// History buffers of delayed actuators and sensors.
#pragma once

#include <cstdint>

#include "corten/base/config.h"

namespace corten {

// Numbers kept for `samples` values of dimension `dim`: user slot, cursor, times, values.
inline std::int64_t history_size(int samples, int dim) {
  return samples > 0 ? 2 + samples + std::int64_t{samples} * dim : 0;
}

// Null, or what is wrong.
[[nodiscard]] inline const char* check_history(Real delay, int samples) {
  if (delay > 0 && samples <= 0) return "setting delay > 0 without a history buffer: give nsample";
  if (samples > (1 << 24)) return "nsample too large";
  return nullptr;
}

}  // namespace corten
