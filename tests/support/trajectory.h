// Whole trajectories beside the oracle, to the bit.
#pragma once

#include <string>

#include "tests/support/twin.h"

namespace corten::oracle {

// Steps both engines from the first keyframe or the reset state, pushed a little and with moving controls.
// Empty if the state keeps the oracle's bits; else the first step and the first field that leave them. Runs
// end where the oracle's own numbers do.
std::string first_difference(Twin& t, int steps);

}  // namespace corten::oracle
