// Steps of all worlds in the emulator. Each shape is compiled in a file of its own (emulate.cpp.in): they
// take long.
#pragma once

#include "cuda/plan.h"

namespace corten::gpu {

// W lanes per world, rows of NP numbers in registers, features F; as in kernels.h
template <class T, int W, int NP, unsigned F>
void emulate(const StepArgs<T>& args, Kind kind);

}  // namespace corten::gpu
