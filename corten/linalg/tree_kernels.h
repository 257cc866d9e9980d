// The inner loops on kinematic-tree sparsity, chosen at run time for the processor. Every instruction set
// gives the same bits: elements keep their lanes and the order of their sums.
#pragma once

#include "corten/base/config.h"
#include "corten/base/kernels.h"

namespace corten {

// A matrix on tree sparsity (see tree_ldl.h) by plain pointers: kernels for other instruction sets share no
// inline function with the rest of the program.
struct TreeMatrix {
  int n = 0;
  const int* rownnz = nullptr;
  const int* rowadr = nullptr;
  const int* colind = nullptr;
  Real* val = nullptr;
  int first = 0;  // see CsrPattern
};

struct TreeKernels {
  // Lᵀ D L in place; inverse = 1/D
  void (*factor)(const TreeMatrix& a, Real* inverse);
};

inline const TreeKernels& tree_kernels() { return kernels<TreeKernels>(); }

}  // namespace corten
