// Entry to the sparse kernels compiled for AVX2.
#pragma once

#include "corten/linalg/sparse_kernels.h"

namespace corten {

SparseKernels sparse_kernels_avx2();

}  // namespace corten
