// Microseconds per step that the stages of both engines take, by the timers in their Data.
#pragma once

#include <array>
#include <vector>

#include "bench/side_by_side/both.h"

namespace corten::bench {

struct StageTimes {
  const char* name;
  double ours = 0;    // [µs per step]
  double oracle = 0;  // [µs per step]
};

// The stages of a step; collision has its own line and is part of position.
std::vector<StageTimes> time_stages(Both& both, int steps);

}  // namespace corten::bench
