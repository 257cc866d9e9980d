// Whole trajectories beside the oracle, to the bit.
#pragma once

#include <limits>
#include <string>

#include "tests/support/twin.h"

namespace corten::oracle {

// Steps both engines from the first keyframe or the reset state, pushed a little and with moving controls.
// Empty if the state keeps the oracle's bits; else the first step and the first field that leave them. Runs
// end where the oracle's own numbers do, or when time is up; `made` tells the steps until then.
std::string first_difference(Twin& t, int steps, double seconds = std::numeric_limits<double>::infinity(),
                             int* made = nullptr);

}  // namespace corten::oracle
