#include "corten/linalg/cholesky_dense.h"

#include <algorithm>
#include <cassert>

namespace corten {
namespace {

constexpr int kCollected = 16;  // weighted rows handed over at once

// The rows of a block whose weight is not 0, some at a time.
template <class Fn>
void for_weighted_rows(const TiledMatrix& J, const TiledMatrix::Block& block, std::span<const Real> weight,
                       Fn&& fn) {
  const Real* row[kCollected];
  Real w[kCollected];
  int count = 0;
  for (int r = block.row; r < block.row + block.rows.nrow; ++r) {
    if (weight[r] == 0) continue;
    row[count] = J.row(r);
    w[count++] = weight[r];
    if (count < kCollected) continue;
    fn(WeightedRows{row, w, count});
    count = 0;
  }
  if (count > 0) fn(WeightedRows{row, w, count});
}

}  // namespace

DenseCholesky::DenseCholesky(int n, Arena::Frame& frame)
    : n_(n), stride_(padded(n)), work_(frame.zeros<Real>(stride_)) {}

// Tiles reach over the last column; what they put there is 0 and stays in the array because the last four
// columns are all there: see size().
void DenseCholesky::assemble(std::span<Real> mat, const TiledMatrix& J, std::span<const Real> weight,
                             const CsrPattern& pattern, std::span<const Real> M) const {
  std::fill(mat.begin(), mat.end(), Real(0));
  for (const TiledMatrix::Block& block : J.blocks())
    for_weighted_rows(J, block, weight, [&](const WeightedRows& rows) {
      dense_kernels().add_products(columns(mat), block.rows, rows);
    });
  add_inertia(mat, pattern, M);
}

void DenseCholesky::add_inertia(std::span<Real> mat, const CsrPattern& pattern,
                                std::span<const Real> M) const {
  for (int i = 0; i < n_; ++i)
    for (int k = pattern.rowadr[i]; k < pattern.rowadr[i] + pattern.rownnz[i]; ++k)
      mat[static_cast<std::size_t>(pattern.colind[k] * stride_ + i)] += M[k];
}

bool DenseCholesky::factor(std::span<Real> mat, Real mindiag) const {
  return dense_kernels().factor(columns(mat), mindiag) == 0;
}

void DenseCholesky::solve(std::span<Real> factor, std::span<const Real> b, std::span<Real> x) const {
  assert(static_cast<int>(b.size()) == n_ && x.size() == b.size());
  std::copy(b.begin(), b.end(), work_.begin());
  dense_kernels().solve(columns(factor), work_.data());
  std::copy_n(work_.begin(), n_, x.begin());
}

bool DenseCholesky::update(std::span<Real> factor, std::span<Real> x, std::span<const Real> sign) const {
  const int count = static_cast<int>(sign.size());
  assert(count <= kTogether && static_cast<int>(x.size()) >= count * stride_);
  return dense_kernels().update(columns(factor), x.data(), sign.data(), count) == 0;
}

}  // namespace corten
