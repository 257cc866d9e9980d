#include "corten/linalg/lower_pattern.h"

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

}  // namespace corten
