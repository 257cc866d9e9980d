// Entry to the products of hull tables compiled for AVX2.
#pragma once

#include "corten/base/config.h"

namespace corten {

Real hull_products_avx2(const Real* xyz, int count, const Real* direction, Real* value);

}  // namespace corten
