// Where the entries of a sparse lower triangle are, and how they are collected.
#pragma once

#include <cstdint>
#include <span>

#include "corten/base/arena.h"

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

}  // namespace corten
