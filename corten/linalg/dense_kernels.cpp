#include "corten/linalg/dense_kernels.h"

#include "corten/base/cpu.h"
#include "corten/linalg/dense_kernels_avx2.h"
#include "corten/linalg/dense_kernels_body.h"

namespace corten {

const DenseKernels& dense_kernels() {
  static const DenseKernels kernels = has_avx2() ? dense_kernels_avx2() : dense::table();
  return kernels;
}

}  // namespace corten
