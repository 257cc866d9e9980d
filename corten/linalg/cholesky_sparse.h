// Cholesky of sparse symmetric matrices as Lᵀ L, rows from the last to the first, in the oracle's order of
// sums: the same bits. Dofs are numbered from the root of a kinematic tree to its leaves, so leaves go first.
// Matrices and factors are arrays of size() numbers, the entries of one pattern with the fill.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/block_matrix.h"
#include "corten/linalg/csr_pattern.h"
#include "corten/linalg/lower_pattern.h"
#include "corten/linalg/sparse_kernels.h"

namespace corten {

class SparseCholesky {
 public:
  static constexpr int kTogether = SparseKernels::kTogether;

  // From the entries of the matrix, diagonal included; the bits get the fill too.
  SparseCholesky(LowerBits& bits, Arena::Frame& frame);
  // of matrices Jᵀ W J + M
  SparseCholesky(const BlockMatrix& J, const CsrPattern& inertia, Arena::Frame& frame);

  const LowerPattern& pattern() const { return pattern_; }
  int size() const { return pattern_.nnz(); }
  int stride() const { return pattern_.n; }                 // length of the vectors update() takes
  int product_entries() const { return product_entries_; }  // of JᵀJ's lower triangle
  int factor_entries() const { return pattern_.nnz(); }

  // mat = Jᵀ diag(weight) J, then + M on its pattern
  void assemble(std::span<Real> mat, const BlockMatrix& J, std::span<const Real> weight,
                const CsrPattern& inertia, std::span<const Real> M) const;
  // In place; pivots below mindiag are raised to it. False if some were.
  bool factor(std::span<Real> mat, Real mindiag) const;
  // x = (Lᵀ L)⁻¹ b; x and b may be the same
  void solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) const;
  // Factor of Lᵀ L + Σ sign_u x_u x_uᵀ for up to kTogether vectors, sign = ±1; the non-zeros of each must be
  // a clique of the pattern. False if a pivot had to be raised.
  bool update(std::span<Real> factor, std::span<Real> x, std::span<const Real> sign) const;

 private:
  void take_pattern(LowerBits& bits, Arena::Frame& frame);
  void find_row_runs(Arena::Frame& frame);
  void find_order(const LowerPattern& matrix, Arena::Frame& frame);
  bool extends_row_above(int row) const;
  void add_inertia(std::span<Real> mat, const CsrPattern& inertia, std::span<const Real> M) const;

  LowerPattern pattern_;
  SparseLower f_;
  std::span<Real> weighted_;  // scratch for the products of a block
  int product_entries_ = 0;
};

}  // namespace corten
