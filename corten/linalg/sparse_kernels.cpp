#include "corten/linalg/sparse_kernels.h"

#include "corten/base/cpu.h"
#include "corten/linalg/sparse_kernels_avx2.h"
#include "corten/linalg/sparse_kernels_body.h"

namespace corten {

const SparseKernels& sparse_kernels() {
  static const SparseKernels kernels = has_avx2() ? sparse_kernels_avx2() : sparse::table();
  return kernels;
}

}  // namespace corten
