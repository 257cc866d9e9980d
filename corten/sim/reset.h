// Data back to the initial state or to a keyframe.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Everything zero, qpos = qpos0, mocap bodies at their model pose.
void reset_data(const Model& m, Data& d);
// The same, then the state of a keyframe; ids out of range give the initial state.
void reset_data_keyframe(const Model& m, Data& d, int key);
// New data in the initial state; throws std::invalid_argument when the model asks for what is not supported.
Data make_data(const Model& m);

}  // namespace corten
