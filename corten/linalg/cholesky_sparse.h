// Cholesky of sparse symmetric matrices as Lᵀ L, rows from the last to the first (see cholesky_dense.h). The
// pattern of L, fill included, is found once; matrix and factor share it, so factorisation is in place.
#pragma once

#include <cstdint>
#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/sparse_kernels.h"

namespace corten {

// Lower-triangular pattern by rows, ascending columns, the diagonal last.
struct LowerPattern {
  int n = 0;
  std::span<const int> rowadr;  // n + 1
  std::span<const int> colind;

  int nnz() const { return rowadr[n]; }
  int begin(int row) const { return rowadr[row]; }
  int diagonal(int row) const { return rowadr[row + 1] - 1; }
};

// A set of entries of a lower triangle while a pattern is collected: one bit each.
class LowerBits {
 public:
  LowerBits(int n, Arena::Frame& frame);
  int size() const { return n_; }
  void add(int row, int col) { word(row, col / 64) |= std::uint64_t(1) << (col % 64); }
  // every pair of these ascending columns, each with itself too
  void add_clique(std::span<const int> cols);
  int count() const;
  // adds the entries that elimination from the last row to the first fills in; the diagonal must be there
  void add_fill();
  LowerPattern pattern(Arena::Frame& frame) const;

 private:
  std::uint64_t& word(int row, int w) { return bits_[static_cast<std::size_t>(row) * words_ + w]; }
  std::uint64_t word(int row, int w) const { return bits_[static_cast<std::size_t>(row) * words_ + w]; }
  int highest_below_diagonal(int row) const;

  int n_;
  int words_;                      // per row
  std::span<std::uint64_t> bits_;  // n rows, and one to work in
};

// A matrix on a pattern closed under fill, then its factor.
class SparseCholesky {
 public:
  SparseCholesky() = default;
  SparseCholesky(const LowerPattern& pattern, Arena::Frame& frame);

  const LowerPattern& pattern() const { return pattern_; }
  std::span<Real> values() const { return values_; }
  void set_zero();
  // Adds a lower triangle on these columns, a clique of the pattern; its rows are `stride` apart.
  void add_clique(std::span<const int> cols, const Real* mat, int stride);

  // In place. Returns the rank: n minus the pivots raised to mindiag.
  int factor(Real mindiag) { return sparse_kernels().factor(f_, mindiag); }
  // x = (Lᵀ L)⁻¹ b; x and b may be the same
  void solve(std::span<const Real> b, std::span<Real> x) const;
  // Factor of Lᵀ L + sign·x xᵀ; the non-zeros of x must be a clique of the pattern; x is overwritten.
  // Returns the rank.
  int update(std::span<Real> x, Real sign) { return sparse_kernels().update(f_, x.data(), sign); }

 private:
  void find_supernodes(Arena::Frame& frame);

  LowerPattern pattern_;
  std::span<Real> values_;
  SparseFactor f_;
};

}  // namespace corten
