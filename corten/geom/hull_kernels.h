// Products of a direction with all vertices of a small hull, chosen at run time for the processor.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

struct HullKernels {
  static constexpr int kRoom = 32;  // vertices at most

  // value[i] = vertex i · direction, returns the largest; xyz is kRoom x, then y, then z; count is a multiple
  // of four
  Real (*products)(const Real* xyz, int count, const Real* direction, Real* value);
};

inline const HullKernels& hull_kernels() { return kernels<HullKernels>(); }

}  // namespace corten
