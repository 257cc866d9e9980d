// Data back to the initial state or to a keyframe.
#pragma once

#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Everything zero, qpos = qpos0, mocap bodies at their model pose. With the sleep flag, what never moves is
// placed, and trees that are to start asleep do; one that cannot stays awake.
void reset_data(const Model& m, Data& d);
// The same, then the state of a keyframe; ids out of range give the initial state.
void reset_data_keyframe(const Model& m, Data& d, int key);
// After a reset: which tree was to start asleep and could not, and why; empty if all do.
std::string failed_to_sleep(const Model& m, const Data& d);
// New data in the initial state; throws std::invalid_argument when a tree cannot start asleep as it should.
Data make_data(const Model& m);

}  // namespace corten
