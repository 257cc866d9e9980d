#include "corten/smooth/path_kernels.h"

#include "corten/base/cpu.h"
#include "corten/smooth/path_kernels_avx2.h"
#include "corten/smooth/path_kernels_body.h"

namespace corten {

const PathKernels& path_kernels() {
  static const PathKernels kernels = has_avx2() ? path_kernels_avx2() : path::table();
  return kernels;
}

}  // namespace corten
