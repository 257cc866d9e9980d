#include "corten/linalg/tree_kernels_avx2.h"

#include "corten/linalg/tree_kernels_body.h"

namespace corten {

TreeKernels tree_kernels_avx2() { return tree::table(); }

}  // namespace corten
