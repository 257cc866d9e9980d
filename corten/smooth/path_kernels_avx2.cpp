#include "corten/smooth/path_kernels_avx2.h"

#include "corten/smooth/path_kernels_body.h"

namespace corten {

PathKernels path_kernels_avx2() { return path::table(); }

}  // namespace corten
