// Aᵀ x of a compressed matrix with the sum of each column in four interleaved parts, as if the transpose were
// stored and multiplied row by row.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr.h"

namespace corten {

class ColumnSums {
 public:
  ColumnSums(const Csr& a, Arena::Frame& frame);
  void mul_transpose(std::span<const Real> x, std::span<Real> y);

 private:
  void add(int col, Real product, std::span<Real> y);

  const Csr& a_;
  std::span<int> length_;  // entries of each column
  std::span<int> seen_;    // of those, already added
  std::span<Real> parts_;  // four per column
};

}  // namespace corten
