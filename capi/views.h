// Model and Data as mjModel and mjData: the pointers of a view are filled once, numbers that C programs and
// the engine both write are exchanged around every call.
#pragma once

#include "capi/abi.h"

namespace corten::capi {

// All of a view from a model or data, pointers included.
void show(Model& m, mjModel& view);
void show(const Model& m, Data& d, mjData& view);

// Settings that the program changed in the view; true if there were any.
bool take_settings(const mjModel& view, Model& m);

// Numbers of the step that programs may write: into the engine before a call …
void take_numbers(const mjData& view, Data& d);
// … and all numbers, and where the arrays of the step are, back after it.
void show_numbers(Data& d, mjData& view, const Sizes& sizes);

}  // namespace corten::capi
