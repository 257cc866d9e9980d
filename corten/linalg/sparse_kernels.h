// The inner loops of sparse Cholesky factors, chosen at run time for the processor. Every instruction set
// gives the same bits.
#pragma once

#include "corten/base/config.h"

namespace corten {

// rows of a supernode at most: the dofs of a free body
constexpr int kMaxSuper = 6;

// Entries of a row that lie side by side in another row too.
struct SparseRun {
  int from = 0;  // first entry in the one
  int to = 0;    // in the other
  int count = 0;
};

// A lower triangle by rows (see LowerPattern) in supernodes: consecutive rows that are equal but for the
// diagonal block.
struct SparseFactor {
  int n = 0;
  int nsuper = 0;
  const int* rowadr = nullptr;
  const int* colind = nullptr;
  const int* super = nullptr;     // first row of each supernode, and n
  const int* super_of = nullptr;  // supernode of each row
  Real* val = nullptr;
  Real* inverse = nullptr;    // 1 / diagonal of the factor
  SparseRun* runs = nullptr;  // scratch: room for the longest row
};

struct SparseKernels {
  // matrix → Lᵀ L; pivots below mindiag are raised to it; returns the rank
  int (*factor)(const SparseFactor& f, Real mindiag);
  // x ← (Lᵀ L)⁻¹ x
  void (*solve)(const SparseFactor& f, Real* x);
  // factor of Lᵀ L + sign·x xᵀ; the non-zeros of x are a clique of the pattern; x is destroyed; returns the
  // rank
  int (*update)(const SparseFactor& f, Real* x, Real sign);
  // adds a lower triangle on `count` columns that are a clique of the pattern; its rows are `stride` apart
  void (*add_clique)(const SparseFactor& f, const int* cols, int count, const Real* mat, int stride);
};

const SparseKernels& sparse_kernels();

}  // namespace corten
