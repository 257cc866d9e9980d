#include "corten/linalg/dual_kernels.h"

#include "corten/base/cpu.h"
#include "corten/linalg/dual_kernels_avx2.h"
#include "corten/linalg/dual_kernels_body.h"

namespace corten {

const DualKernels& dual_kernels() {
  static const DualKernels kernels = has_avx2() ? dual_kernels_avx2() : dual::table();
  return kernels;
}

}  // namespace corten
