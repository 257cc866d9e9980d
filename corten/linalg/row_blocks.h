// A matrix as blocks of consecutive rows that share their columns. Rows of one contact touch the same dofs,
// so products gather those dofs once and then run over short dense rows.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr.h"
#include "corten/linalg/dense_kernels.h"

namespace corten {

struct RowBlock {
  int row = 0;  // first row
  int nrow = 0;
  int ncol = 0;
  const int* cols = nullptr;  // ascending
  const Real* val = nullptr;  // nrow × ncol

  DenseRows dense() const { return {val, nrow, ncol}; }
};

struct RowBlocks {
  int rows = 0;
  int cols = 0;
  int widest = 0;  // largest ncol
  std::span<const RowBlock> blocks;
};

// Blocks of equal pattern of a compressed matrix, viewing its values; blocks of equal key of a dense one, on
// the columns where some entry is not zero, joined while these columns are the same; one block if it has few
// columns. The views live as long as the frame and the matrix.
RowBlocks row_blocks(const Csr& a, std::span<const int> key, Arena::Frame& frame);

// y = A x
void mul(const RowBlocks& a, std::span<const Real> x, std::span<Real> y, std::span<Real> gathered);
// y = Aᵀ x
void mul_transpose(const RowBlocks& a, std::span<const Real> x, std::span<Real> y, std::span<Real> gathered);

}  // namespace corten
