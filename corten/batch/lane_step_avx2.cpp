#include "corten/batch/lane_step_avx2.h"

#include "corten/batch/lane_step_body.h"

namespace corten {

LaneKernels lane_kernels_avx2() { return lanes::table(); }

}  // namespace corten
