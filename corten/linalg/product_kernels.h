// The inner loops of products with a matrix that is laid out for them, chosen at run time for the processor.
// Sums run in the oracle's order, which is that of dot_sparse() of vector_kernels.h.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

// Four rows of `count` entries each, entry by entry: number 4 k + lane is the k-th entry of row[lane]. A row
// may stand in several lanes. Rows in triples of neighbouring columns, as points that move in space make
// them, have the first column of each triple only.
struct RowSlice {
  const Real* val = nullptr;
  const int* col = nullptr;
  int count = 0;
  bool triples = false;
  int row[4] = {};
};

// One to four neighbouring columns from `col` on that the same rows touch, row by row: four numbers each, the
// first `count` are those of the columns.
struct ColumnSlice {
  const Real* val = nullptr;
  const int* row = nullptr;
  int nrow = 0;
  int col = 0;
  int count = 0;
};

inline constexpr int kMostTriples = 6;  // of a row: a triangle against a free body has five

struct ProductKernels {
  // y_r = Σ_k val_rk x_k
  void (*mul)(const RowSlice* slice, int nslice, const Real* x, Real* y);
  // y_c = Σ_r val_rc s_r
  void (*mul_transpose)(const ColumnSlice* slice, int nslice, const Real* s, Real* y);
};

inline const ProductKernels& product_kernels() { return kernels<ProductKernels>(); }

}  // namespace corten
