// Aᵀ x of a compressed matrix whose transpose is stored too: each column is summed in four interleaved parts.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr.h"

namespace corten {

class ColumnSums {
 public:
  // Copies the matrix; the frame must outlive it.
  ColumnSums(const Csr& a, Arena::Frame& frame);
  void mul_transpose(std::span<const Real> x, std::span<Real> y) const;

 private:
  std::span<int> adr_;  // cols + 1: first entry of each column
  std::span<int> row_;
  std::span<Real> val_;
};

}  // namespace corten
