// The inner loops of dense symmetric matrices, chosen at run time for the processor. Every instruction set
// gives the same bits: elements keep their lanes, there is no fused arithmetic.
#pragma once

#include "corten/base/config.h"

namespace corten {

// rows start at multiples of four, so that loops over them need no rest
constexpr int padded(int n) { return (n + 3) / 4 * 4; }

// A lower triangle by rows of length stride = padded(n). As a factor L the rows hold what is left of the
// diagonal, then zeros up to the next multiple of four; the diagonal is apart.
struct DenseFactor {
  int n = 0;
  int stride = 0;
  Real* rows = nullptr;
  Real* diag = nullptr;  // of L
};

struct DenseKernels {
  // matrix with its diagonal in the rows → Lᵀ L; pivots below mindiag are raised to it; returns the rank
  int (*factor)(const DenseFactor& f, Real mindiag);
  // x ← (Lᵀ L)⁻¹ x; x has room for `stride` numbers, those from n on are 0
  void (*solve)(const DenseFactor& f, Real* x);
  // factor of Lᵀ L + sign·x xᵀ; x as above, left as zeros; returns the rank
  int (*update)(const DenseFactor& f, Real* x, Real sign);
  // lower triangle of mat += s x xᵀ; rows of length `stride` = padded(n), as is x
  void (*add_rank_one)(Real* mat, const Real* x, Real s, int n, int stride);
};

const DenseKernels& dense_kernels();

}  // namespace corten
