// Cholesky of sparse symmetric matrices as Lᵀ L, rows from the last to the first, in the oracle's order of
// sums: the same bits. Dofs are numbered from the root of a kinematic tree to its leaves, so leaves go first.
// Matrices and factors are arrays of size() numbers, the entries of one pattern with the fill.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/block_matrix.h"
#include "corten/linalg/csr_pattern.h"
#include "corten/linalg/elimination.h"
#include "corten/linalg/sparse_kernels.h"

namespace corten {

class SparseCholesky {
 public:
  static constexpr int kTogether = SparseKernels::kTogether;

  // of matrices Jᵀ W J + M
  SparseCholesky(const BlockMatrix& J, const CsrPattern& inertia, Arena::Frame& frame);

  int size() const { return 4 * f_.tileadr[f_.n] + stride_; }
  int stride() const { return stride_; }                    // length of the vectors update() takes
  int product_entries() const { return product_entries_; }  // of JᵀJ's lower triangle
  int factor_entries() const { return factor_entries_; }

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
  void take_order(const Elimination& order, Arena::Frame& frame);
  void take_columns(const Elimination& order, Arena::Frame& frame);
  void add_inertia(std::span<Real> mat, const CsrPattern& inertia, std::span<const Real> M) const;

  SparseLower f_;
  int stride_;
  std::span<Real> work_;      // a vector to solve in
  std::span<Real> weighted_;  // scratch for the products of a block
  int product_entries_ = 0;
  int factor_entries_ = 0;
};

}  // namespace corten
