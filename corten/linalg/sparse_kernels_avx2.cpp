#include "corten/linalg/sparse_kernels_avx2.h"

#include "corten/linalg/sparse_kernels_body.h"

namespace corten {

SparseKernels sparse_kernels_avx2() { return sparse::table(); }

}  // namespace corten
