// Rows made of tendon Jacobians.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// scale1 · J of tendon1 + scale2 · J of tendon2 (−1: none) as columns and values; returns how many. Sparse
// tendons keep their pattern, dense ones the entries that are not 0.
int tendon_row(const Model& m, const Data& d, int tendon1, Real scale1, int tendon2, Real scale2,
               std::span<int> cols, std::span<Real> values);

}  // namespace corten
