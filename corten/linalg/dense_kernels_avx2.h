// Entry to the kernels compiled for AVX2.
#pragma once

#include "corten/linalg/dense_kernels.h"

namespace corten {

DenseKernels dense_kernels_avx2();

}  // namespace corten
