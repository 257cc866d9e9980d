// Entry to the path kernels compiled for AVX2.
#pragma once

#include "corten/smooth/path_kernels.h"

namespace corten {

PathKernels path_kernels_avx2();

}  // namespace corten
