// Cholesky of dense symmetric matrices as L Lᵀ in the oracle's order of sums: the same bits. Matrices and
// factors are arrays of size() numbers, lower triangles by columns (see DenseColumns).
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr_pattern.h"
#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/tiled_matrix.h"

namespace corten {

class DenseCholesky {
 public:
  static constexpr int kTogether = DenseKernels::kTogether;

  DenseCholesky(int n, Arena::Frame& frame);
  // of matrices Jᵀ W J + M
  DenseCholesky(const TiledMatrix& J, const CsrPattern&, Arena::Frame& frame)
      : DenseCholesky(J.cols(), frame) {}

  int size() const { return stride_ * stride_; }
  int stride() const { return stride_; }     // length of the vectors update() takes
  int product_entries() const { return 0; }  // counted of sparse ones only
  int factor_entries() const { return 0; }

  // mat = Jᵀ diag(weight) J, then + M on its pattern
  void assemble(std::span<Real> mat, const TiledMatrix& J, std::span<const Real> weight,
                const CsrPattern& pattern, std::span<const Real> M) const;
  // In place; pivots below mindiag are raised to it. False if some were.
  bool factor(std::span<Real> mat, Real mindiag) const;
  // x = (L Lᵀ)⁻¹ b; x and b may be the same
  void solve(std::span<Real> factor, std::span<const Real> b, std::span<Real> x) const;
  // Factor of L Lᵀ + Σ sign_u x_u x_uᵀ for up to kTogether vectors, sign = ±1. False if a pivot had to be
  // raised.
  bool update(std::span<Real> factor, std::span<Real> x, std::span<const Real> sign) const;

 private:
  DenseColumns columns(std::span<Real> mat) const { return {n_, stride_, mat.data()}; }
  void add_inertia(std::span<Real> mat, const CsrPattern& pattern, std::span<const Real> M) const;

  int n_;
  int stride_;
  std::span<Real> work_;  // one padded row
};

}  // namespace corten
