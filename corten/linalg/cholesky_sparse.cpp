#include "corten/linalg/cholesky_sparse.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace corten {
namespace {
constexpr Real kMinPivot = 1e-15;  // mjMINVAL
}

LowerBits::LowerBits(int n, Arena::Frame& frame)
    : n_(n), words_((n + 63) / 64), bits_(frame.zeros<std::uint64_t>(n * words_)) {}

void LowerBits::add_clique(std::span<const int> cols) {
  for (std::size_t r = 0; r < cols.size(); ++r)
    for (std::size_t c = 0; c <= r; ++c) add(cols[r], cols[c]);
}

int LowerBits::count() const {
  int total = 0;
  for (std::uint64_t w : bits_) total += std::popcount(w);
  return total;
}

// last column before the diagonal, -1 if the row is diagonal
int LowerBits::highest_below_diagonal(int row) const {
  for (int w = row / 64; w >= 0; --w) {
    std::uint64_t bits = word(row, w);
    if (w == row / 64) bits &= (std::uint64_t(1) << (row % 64)) - 1;
    if (bits) return 64 * w + 63 - std::countl_zero(bits);
  }
  return -1;
}

// Eliminating a row joins all its columns; it is enough to hand them to the nearest one, which hands them on.
void LowerBits::add_fill() {
  for (int row = n_ - 1; row > 0; --row) {
    const int next = highest_below_diagonal(row);
    if (next < 0) continue;
    for (int w = 0; w < next / 64; ++w) word(next, w) |= word(row, w);
    const std::uint64_t up_to_next = ~std::uint64_t(0) >> (63 - next % 64);
    word(next, next / 64) |= word(row, next / 64) & up_to_next;
  }
}

LowerPattern LowerBits::pattern(Arena::Frame& frame) const {
  std::span<int> rowadr = frame.alloc<int>(n_ + 1);
  std::span<int> colind = frame.alloc<int>(count());
  int k = 0;
  for (int row = 0; row < n_; ++row) {
    rowadr[row] = k;
    for (int w = 0; w <= row / 64; ++w)
      for (std::uint64_t bits = word(row, w); bits; bits &= bits - 1)
        colind[k++] = 64 * w + std::countr_zero(bits);
  }
  rowadr[n_] = k;
  return {n_, rowadr, colind};
}

int cholesky_factor(const LowerPattern& p, std::span<Real> val, Real mindiag) {
  int rank = p.n;
  for (int k = p.n - 1; k >= 0; --k) {
    const int first = p.begin(k), diag = p.diagonal(k);
    if (val[diag] < mindiag) {
      val[diag] = mindiag;
      --rank;
    }
    val[diag] = std::sqrt(val[diag]);
    const Real inv = 1 / val[diag];
    for (int j = first; j < diag; ++j) val[j] *= inv;
    for (int i = first; i < diag; ++i) {  // row col(i) −= val(i) · this row up to col(i)
      int at = p.begin(p.colind[i]);
      for (int j = first; j <= i; ++j) {
        while (p.colind[at] != p.colind[j]) ++at;
        val[at++] -= val[i] * val[j];
      }
    }
  }
  return rank;
}

void cholesky_solve(const LowerPattern& p, std::span<const Real> factor, std::span<const Real> b,
                    std::span<Real> x) {
  if (x.data() != b.data()) std::copy_n(b.begin(), p.n, x.begin());
  for (int k = p.n - 1; k >= 0; --k) {  // Lᵀ y = b
    const int diag = p.diagonal(k);
    x[k] /= factor[diag];
    for (int j = p.begin(k); j < diag; ++j) x[p.colind[j]] -= factor[j] * x[k];
  }
  for (int k = 0; k < p.n; ++k) {  // L x = y
    const int diag = p.diagonal(k);
    Real sum = 0;
    for (int j = p.begin(k); j < diag; ++j) sum += factor[j] * x[p.colind[j]];
    x[k] = (x[k] - sum) / factor[diag];
  }
}

int cholesky_update(const LowerPattern& p, std::span<Real> factor, std::span<Real> x, Real sign) {
  int rank = p.n;
  for (int k = p.n - 1; k >= 0; --k) {
    if (x[k] == 0) continue;
    const int diag = p.diagonal(k);
    Real squared = factor[diag] * factor[diag] + sign * (x[k] * x[k]);
    if (squared < kMinPivot) {
      squared = kMinPivot;
      --rank;
    }
    const Real pivot = std::sqrt(squared);
    const Real c = pivot / factor[diag], s = x[k] / factor[diag];
    const Real cinv = 1 / c, signed_s = sign * s;
    factor[diag] = pivot;
    for (int j = p.begin(k); j < diag; ++j) {
      Real& xj = x[p.colind[j]];
      factor[j] = (factor[j] + signed_s * xj) * cinv;
      xj = c * xj - s * factor[j];
    }
  }
  return rank;
}

}  // namespace corten
