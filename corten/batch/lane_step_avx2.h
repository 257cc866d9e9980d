// The steps of lane_step.h for AVX2; to be asked for only where has_avx2() holds.
#pragma once

#include "corten/batch/lane_step.h"

namespace corten {

LaneKernels lane_kernels_avx2();

}  // namespace corten
