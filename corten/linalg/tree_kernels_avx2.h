// Entry to the tree kernels compiled for AVX2.
#pragma once

#include "corten/linalg/tree_kernels.h"

namespace corten {

TreeKernels tree_kernels_avx2();

}  // namespace corten
