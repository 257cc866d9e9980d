// The inner loops of dense symmetric matrices and of blocks of rows, chosen at run time for the processor.
// Every instruction set gives the same bits: elements keep their lanes, there is no fused arithmetic.
#pragma once

#include "corten/base/config.h"

namespace corten {

// rows start at multiples of four, so that loops over them need no rest
constexpr int padded(int n) { return (n + 3) / 4 * 4; }

// A lower triangle of `stride` = padded(n) rows of that length; rows from n on are 0. As a factor L the rows
// hold what is left of the diagonal; the diagonal is apart, and right of it may be anything.
struct DenseFactor {
  int n = 0;
  int stride = 0;
  Real* rows = nullptr;
  Real* diag = nullptr;     // of L
  Real* inverse = nullptr;  // 1/diag; `stride` numbers, those from n on are 0
};

// Consecutive rows of a matrix, `ncol` numbers each.
struct DenseRows {
  const Real* val = nullptr;
  int nrow = 0;
  int ncol = 0;
};

struct DenseKernels {
  // matrix with its diagonal in the rows → Lᵀ L; pivots below mindiag are raised to it; returns the rank
  int (*factor)(const DenseFactor& f, Real mindiag);
  // x ← (Lᵀ L)⁻¹ x; x has room for `stride` numbers, those from n on are 0
  void (*solve)(const DenseFactor& f, Real* x);
  // factor of Lᵀ L + sign·x xᵀ; x as above, destroyed; returns the rank
  int (*update)(const DenseFactor& f, Real* x, Real sign);
  // lower triangle of mat += Σ_r weight_r x_r x_rᵀ; rows of mat and of x have length padded(ncol)
  void (*add_products)(Real* mat, const DenseRows& x, const Real* weight);
  // y_r = x_r · v, summed as dot() of vector_kernels.h does
  void (*mul)(const DenseRows& x, const Real* v, Real* y);
  // y = Σ_r s_r x_r
  void (*mul_transpose)(const DenseRows& x, const Real* s, Real* y);
};

const DenseKernels& dense_kernels();

}  // namespace corten
