// The inner loops of sparse factors, chosen at run time for the processor. Every sum runs in the
// oracle's order, whatever the instruction set: work is spread over entries, never over the terms of one.
// Entries are stored in fours of columns, from a column divisible by four on, zeros among them: loops over
// them need no rest.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

// Neighbouring columns `col`, col + 1, …, numbers `from`, from + 1, … of their compressed row.
struct ColumnRun {
  int col = 0;
  int from = 0;
  int count = 0;
};

// Consecutive rows of a compressed matrix on the same `ncol` columns.
struct BlockRows {
  const Real* val = nullptr;  // compressed
  int nrow = 0;
  int ncol = 0;
  const int* cols = nullptr;
  const ColumnRun* run = nullptr;
  int nrun = 0;
  const Real* tiled = nullptr;  // the same rows in fours, 4 · ntile numbers each
  const int* tile = nullptr;    // first column of each four
  int ntile = 0;
};

// Some rows of a block, in fours, each with a weight.
struct WeightedTiles {
  const Real* const* row = nullptr;
  const Real* weight = nullptr;
  int count = 0;
};

// A lower triangle by rows. Before its diagonal a row has fours of columns; in the last of them what is on or
// right of the diagonal is 0 in a factor and may be anything in a matrix. Diagonals follow all rows.
struct SparseLower {
  int n = 0;
  const int* tileadr = nullptr;       // n + 1: number of each row's first four
  const int* tile = nullptr;          // first column of each four
  const int* const* below = nullptr;  // rows that are taken out of each row, in this order
  const int* nbelow = nullptr;
  const bool* extends = nullptr;   // a row has the columns of the row above and that row itself, no other
  const int* runadr = nullptr;     // n + 1
  const ColumnRun* run = nullptr;  // columns of each row before the diagonal, compressed
  int* at = nullptr;               // scratch: n
  Real* work = nullptr;            // scratch: n rounded up to fours
};

struct SparseKernels {
  // vectors that `update` takes in one pass at most
  static constexpr int kTogether = 4;

  // matrix → Lᵀ L; pivots below mindiag are raised to it; returns how many
  int (*factor)(const SparseLower& f, Real* val, Real mindiag);
  // x ← (Lᵀ L)⁻¹ x; x has room for n rounded up to fours
  void (*solve)(const SparseLower& f, const Real* val, Real* x);
  // factor of Lᵀ L + Σ sign_u x_u x_uᵀ, one vector of n rounded up to fours after the other; their non-zeros
  // are cliques of the pattern; they are destroyed; returns how many pivots had to be raised
  int (*update)(const SparseLower& f, Real* val, Real* x, const Real* sign, int count);
  // val += Σ weight_r x_r x_rᵀ, x_r on the columns of the block, which are a clique of the pattern; scratch
  // for four rows in fours
  void (*add_products)(const SparseLower& f, Real* val, const BlockRows& where, const WeightedTiles& x,
                       Real* scratch);
};

inline const SparseKernels& sparse_kernels() { return kernels<SparseKernels>(); }

}  // namespace corten
