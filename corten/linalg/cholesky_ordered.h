// Cholesky of sparse symmetric matrices as Lᵀ L in the oracle's order of sums, entry by entry: the same bits,
// where SparseCholesky has the speed.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/cholesky_sparse.h"

namespace corten {

// Pattern of the factor and the order in which rows are taken out of each other. Matrices and factors are
// plain arrays of its entries.
class OrderedCholesky {
 public:
  OrderedCholesky() = default;
  // From the entries of the matrix, diagonal included; the bits get the fill too.
  OrderedCholesky(LowerBits& bits, Arena::Frame& frame);

  const LowerPattern& pattern() const { return pattern_; }
  // mat += scale · x xᵀ, x on these ascending columns, a clique of the pattern
  void add_product(std::span<Real> mat, std::span<const int> cols, const Real* x, Real scale) const;

  // In place; pivots below mindiag are raised to it. Returns the rank.
  int factor(std::span<Real> mat, Real mindiag) const;
  // x = (Lᵀ L)⁻¹ b; x and b may be the same
  void solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) const;
  // Factor of Lᵀ L + sign·x xᵀ, sign = ±1; the non-zeros of x must be a clique; x is scratch. Returns the
  // rank.
  int update(std::span<Real> factor, std::span<Real> x, Real sign) const;

 private:
  // an entry L(row, column) below the diagonal of its column
  struct Below {
    int row = 0;
    int entry = 0;
  };
  void find_order(const LowerPattern& matrix, Arena::Frame& frame);

  LowerPattern pattern_;
  std::span<std::span<const Below>> below_of_;  // a column, in the order of subtraction
  std::span<Real> work_;                        // n, zero between uses
};

}  // namespace corten
