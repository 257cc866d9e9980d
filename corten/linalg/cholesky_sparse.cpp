#include "corten/linalg/cholesky_sparse.h"

#include <algorithm>
#include <bit>

namespace corten {
namespace {

// std::popcount is a call into a table where the baseline has no instruction for it
int bit_count(std::uint64_t w) {
  w -= (w >> 1) & 0x5555555555555555;
  w = (w & 0x3333333333333333) + ((w >> 2) & 0x3333333333333333);
  w = (w + (w >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int>((w * 0x0101010101010101) >> 56);
}

// bits 0 … last of a word
std::uint64_t up_to(int last) { return ~std::uint64_t(0) >> (63 - last); }

}  // namespace

LowerBits::LowerBits(int n, Arena::Frame& frame)
    : n_(n), words_((n + 63) / 64), bits_(frame.zeros<std::uint64_t>((n + 1) * words_)) {}

void LowerBits::add_clique(std::span<const int> cols) {
  if (cols.empty()) return;
  const int low = cols.front() / 64, high = cols.back() / 64;
  for (int col : cols) add(n_, col);
  for (int row : cols) {
    const int last = row / 64;
    for (int w = low; w < last; ++w) word(row, w) |= word(n_, w);
    word(row, last) |= word(n_, last) & up_to(row % 64);
  }
  for (int w = low; w <= high; ++w) word(n_, w) = 0;
}

int LowerBits::count() const {
  int total = 0;
  for (std::uint64_t w : bits_) total += bit_count(w);
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
    word(next, next / 64) |= word(row, next / 64) & up_to(next % 64);
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

SparseCholesky::SparseCholesky(const LowerPattern& pattern, Arena::Frame& frame)
    : pattern_(pattern), values_(frame.alloc<Real>(pattern.nnz())) {
  f_.n = pattern.n;
  f_.rowadr = pattern.rowadr.data();
  f_.colind = pattern.colind.data();
  f_.val = values_.data();
  f_.inverse = frame.alloc<Real>(pattern.n).data();
  f_.runs = frame.alloc<SparseRun>(pattern.n).data();
  find_supernodes(frame);
}

// Fill hands the columns of a row to the row above if that is among them, so equal lengths tell equal
// columns.
void SparseCholesky::find_supernodes(Arena::Frame& frame) {
  const int n = pattern_.n;
  const auto length = [&](int row) { return pattern_.rowadr[row + 1] - pattern_.rowadr[row]; };
  const std::span<int> first = frame.alloc<int>(n + 1), super_of = frame.alloc<int>(n);
  int count = 0;
  for (int row = 0; row < n; ++row) {
    const bool joins = row > 0 && row - first[count - 1] < kMaxSuper && length(row) == length(row - 1) + 1 &&
                       pattern_.colind[pattern_.diagonal(row) - 1] == row - 1;
    if (!joins) first[count++] = row;
    super_of[row] = count - 1;
  }
  first[count] = n;
  f_.nsuper = count;
  f_.super = first.data();
  f_.super_of = super_of.data();
}

void SparseCholesky::set_zero() { std::fill(values_.begin(), values_.end(), Real(0)); }

void SparseCholesky::add_clique(std::span<const int> cols, const Real* mat, int stride) {
  sparse_kernels().add_clique(f_, cols.data(), static_cast<int>(cols.size()), mat, stride);
}

void SparseCholesky::solve(std::span<const Real> b, std::span<Real> x) const {
  if (x.data() != b.data()) std::copy_n(b.begin(), f_.n, x.begin());
  sparse_kernels().solve(f_, x.data());
}

}  // namespace corten
