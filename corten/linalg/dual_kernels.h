// The inner loops of the dense dual problem, chosen at run time for the processor: rows of J times the
// inverse half of M, their scalar products, and Gauss–Seidel on those. Every instruction set gives the same
// bits: elements keep their lanes and the order of their sums, there is no fused arithmetic.
#pragma once

#include <cstdint>

#include "corten/base/config.h"
#include "corten/base/kernels.h"
#include "corten/linalg/tree_kernels.h"

namespace corten {

// n vectors side by side: number k of vector v is at val[k · stride + v]. The stride is a multiple of four;
// what lies right of the vectors is 0.
struct VectorColumns {
  int n = 0;
  int length = 0;
  int stride = 0;
  Real* val = nullptr;
  std::uint64_t* filled = nullptr;  // scratch: a number for every four vectors
};

// min ½ xᵀ A x + bᵀ x with lower ≤ x ≤ upper; A is n × n by rows.
struct BoxProblem {
  int n = 0;
  const Real* A = nullptr;
  const Real* b = nullptr;
  const Real* inverse_diagonal = nullptr;  // of A
  const Real* lower = nullptr;
  const Real* upper = nullptr;
  Real* x = nullptr;
};

struct DualKernels {
  // v ← diag(scale) L⁻ᵀ v for every vector; LD is a factor Lᵀ D L on tree sparsity
  void (*half_solve)(const TreeMatrix& LD, const Real* scale, const VectorColumns& v);
  // mat, n × n by rows: the scalar products of all pairs, summed from the first number of the vectors on
  void (*products)(const VectorColumns& v, Real* mat);
  // Gauss–Seidel over x_first … x_(last−1), each brought to its minimum in its bounds; a step that raises the
  // cost by more than max_rise is not taken. Returns `change` plus the changes of cost.
  Real (*relax)(const BoxProblem& p, int first, int last, Real max_rise, Real change);
};

inline const DualKernels& dual_kernels() { return kernels<DualKernels>(); }

}  // namespace corten
