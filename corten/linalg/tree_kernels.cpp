#include "corten/linalg/tree_kernels.h"

#include "corten/base/cpu.h"
#include "corten/linalg/tree_kernels_avx2.h"
#include "corten/linalg/tree_kernels_body.h"

namespace corten {

const TreeKernels& tree_kernels() {
  static const TreeKernels kernels = has_avx2() ? tree_kernels_avx2() : tree::table();
  return kernels;
}

}  // namespace corten
