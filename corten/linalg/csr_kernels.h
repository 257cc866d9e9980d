// The inner loops of products with a compressed matrix, chosen at run time for the processor. Every sum runs
// in the oracle's order, whatever the instruction set: work is spread over entries, never over the terms of
// one.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"
#include "corten/linalg/csr.h"

namespace corten {

// Part of some neighbouring columns: `nrow` rows from `row` on, the first's numbers at val, `stride` from row
// to row; three numbers after those of the last column can be read.
struct ColumnPart {
  const Real* val = nullptr;
  int stride = 0;
  int row = 0;
  int nrow = 0;
};

struct CsrKernels {
  // y = A v, A compressed, each row summed as dot_sparse() of vector_kernels.h does
  void (*mul)(const Csr& a, const Real* v, Real* y);
  // y_c = Σ_r s_r x_rc for `count` neighbouring columns, summed as dot_sparse() of each does; nrow rows in
  // all
  void (*mul_columns)(const ColumnPart* part, int nrow, int count, const Real* s, Real* y);
};

inline const CsrKernels& csr_kernels() { return kernels<CsrKernels>(); }

}  // namespace corten
