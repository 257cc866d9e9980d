// Cholesky of dense symmetric matrices as Lᵀ L, rows from the last to the first. Dofs are numbered from the
// root of a kinematic tree to its leaves, so this order eliminates leaves first and zeros between branches
// stay zero; they are skipped.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/dense_kernels.h"

namespace corten {

// A symmetric matrix, then its factor. Assembly writes the lower triangle through row(); only that is read.
class DenseCholesky {
 public:
  DenseCholesky() = default;
  DenseCholesky(int n, Arena::Frame& frame);

  int size() const { return f_.n; }
  void set_zero();
  Real* row(int i) { return f_.rows + i * f_.stride; }

  // In place; pivots below mindiag are raised to it. Returns the rank: n minus the number of raised pivots.
  int factor(Real mindiag) { return dense_kernels().factor(f_, mindiag); }
  // x = (Lᵀ L)⁻¹ b; x and b may be the same
  void solve(std::span<const Real> b, std::span<Real> x) const;
  // Factor of Lᵀ L + sign·x xᵀ, sign = ±1. Squared pivots below 1e-15 are raised to it. Returns the rank.
  int update(std::span<const Real> x, Real sign);

 private:
  DenseFactor f_;
  std::span<Real> work_;  // one padded row
};

}  // namespace corten
