#include "corten/linalg/dense_kernels_avx2.h"

#include "corten/linalg/dense_kernels_body.h"

namespace corten {

DenseKernels dense_kernels_avx2() { return dense::table(); }

}  // namespace corten
