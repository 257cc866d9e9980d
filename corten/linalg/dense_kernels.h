// The inner loops of dense symmetric matrices and of dense rows, chosen at run time for the processor. Every
// sum runs in the oracle's order, whatever the instruction set: work is spread over entries, never over the
// terms of one.
#pragma once

#include <cstdint>

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

// rows and columns are stored in fours, so that loops over them need no rest
constexpr int padded(int n) { return (n + 3) / 4 * 4; }

// A lower triangle by columns: entry (i, j), i ≥ j, is val[j · stride + i], stride = padded(n). What is below
// row n is 0; what is above the diagonal may be anything.
struct DenseColumns {
  int n = 0;
  int stride = 0;
  Real* val = nullptr;
};

// Consecutive rows of a matrix, `ncol` numbers each.
struct DenseRows {
  const Real* val = nullptr;
  int nrow = 0;
  int ncol = 0;
};

// Consecutive rows, padded to `stride` numbers each, that are 0 outside these fours of columns.
struct TiledRows {
  const Real* val = nullptr;
  int nrow = 0;
  int ncol = 0;
  int stride = 0;
  const int* tile = nullptr;  // first columns, ascending
  int ntile = 0;
};

// Some rows of those, each with a weight.
struct WeightedRows {
  const Real* const* row = nullptr;
  const Real* weight = nullptr;
  int count = 0;
};

struct DenseKernels {
  // vectors that `update` takes in one pass at most
  static constexpr int kTogether = 4;

  // matrix → L Lᵀ; pivots below mindiag are raised to it; returns how many
  int (*factor)(const DenseColumns& a, Real mindiag);
  // x ← (L Lᵀ)⁻¹ x; x has room for `stride` numbers
  void (*solve)(const DenseColumns& L, Real* x);
  // factor of L Lᵀ + Σ sign_u x_u x_uᵀ, one vector after the other, each of `stride` numbers and destroyed;
  // returns how many pivots had to be raised
  int (*update)(const DenseColumns& L, Real* x, const Real* sign, int count);
  // lower triangle += Σ weight_r x_r x_rᵀ; `where` says in which columns the rows are
  void (*add_products)(const DenseColumns& a, const TiledRows& where, const WeightedRows& x);
  // copies rows to padded ones; bit t mod 64 of mask_r is set where four t of row r is not all 0
  void (*tile)(const DenseRows& x, Real* padded_rows, std::uint64_t* mask);
  // y_r = x_r · v, summed as dot() of vector_kernels.h does
  void (*mul)(const DenseRows& x, const Real* v, Real* y);
  void (*mul_tiles)(const TiledRows& x, const Real* v, Real* y);
  // y += Σ_r s_r x_r, row after row
  void (*add_transposed)(const TiledRows& x, const Real* s, Real* y);
};

inline const DenseKernels& dense_kernels() { return kernels<DenseKernels>(); }

}  // namespace corten
