// Entry to the kernels compiled for AVX2.
#pragma once

#include "corten/linalg/dual_kernels.h"

namespace corten {

DualKernels dual_kernels_avx2();

}  // namespace corten
