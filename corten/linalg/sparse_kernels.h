// The inner loops of sparse matrices and factors, chosen at run time for the processor. Every sum runs in the
// oracle's order, whatever the instruction set: work is spread over entries, never over the terms of one.
// Entries come in runs, neighbours in their row and in their columns: dofs of a body, of a chain.
#pragma once

#include "corten/base/config.h"

namespace corten {

// `count` neighbouring columns from `col` on; they are numbers from, from + 1, … of their row.
struct ColumnRun {
  int col = 0;
  int from = 0;
  int count = 0;
};

// Runs of `count` ascending columns; returns how many. Room for `count` of them.
int find_runs(const int* cols, int count, ColumnRun* runs);

// Consecutive rows on the same columns, `ncol` numbers each.
struct BlockRows {
  const Real* val = nullptr;
  int nrow = 0;
  int ncol = 0;
  const ColumnRun* run = nullptr;
  int nrun = 0;
};

// Rows of those with their weights.
struct WeightedBlockRows {
  const Real* const* row = nullptr;
  const Real* weight = nullptr;
  int count = 0;
};

// Part of some neighbouring columns: `nrow` rows from `row` on, the first's numbers at val, `ncol` from row
// to row.
struct ColumnPart {
  const Real* val = nullptr;
  int ncol = 0;
  int row = 0;
  int nrow = 0;
};

// Rows of a lower triangle that are taken out of another row: `count` of them from `row` on, neighbours with
// the same columns as far as that row.
struct RowsBelow {
  int row = 0;
  int count = 0;
};

// A lower triangle by rows, ascending columns, the diagonal last, and the order of its elimination.
struct SparseLower {
  int n = 0;
  const int* rowadr = nullptr;       // n + 1
  const int* runadr = nullptr;       // n + 1
  const ColumnRun* run = nullptr;    // of each row
  const int* belowadr = nullptr;     // n + 1, by the rows from the last to the first
  const RowsBelow* below = nullptr;  // of each row, in the order of subtraction
  Real* work = nullptr;              // n
};

struct SparseKernels {
  // vectors that `update` takes in one pass at most
  static constexpr int kTogether = 4;

  // matrix → Lᵀ L; pivots below mindiag are raised to it; returns how many
  int (*factor)(const SparseLower& f, Real* val, Real mindiag);
  // x ← (Lᵀ L)⁻¹ x
  void (*solve)(const SparseLower& f, const Real* val, Real* x);
  // factor of Lᵀ L + Σ sign_u x_u x_uᵀ, one vector of n numbers after the other; their non-zeros are cliques
  // of the pattern; they are destroyed; returns how many pivots had to be raised
  int (*update)(const SparseLower& f, Real* val, Real* x, const Real* sign, int count);
  // val += Σ weight_r x_r x_rᵀ, x_r on the columns of the block, which are a clique of the pattern
  void (*add_products)(const SparseLower& f, Real* val, const BlockRows& where, const WeightedBlockRows& x,
                       Real* scratch);
  // y_r = x_r · v, summed as dot_sparse() of vector_kernels.h does; scratch for ncol numbers
  void (*mul)(const BlockRows& x, const Real* v, Real* scratch, Real* y);
  // y_c = Σ_r s_r x_rc for `count` neighbouring columns, summed as dot_sparse() of each does; nrow rows in
  // all
  void (*mul_columns)(const ColumnPart* part, int nrow, int count, const Real* s, Real* y);
};

const SparseKernels& sparse_kernels();

}  // namespace corten
