#include "corten/linalg/dual_kernels_avx2.h"

#include "corten/linalg/dual_kernels_body.h"

namespace corten {

DualKernels dual_kernels_avx2() { return dual::table(); }

}  // namespace corten
