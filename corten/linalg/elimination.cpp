#include "corten/linalg/elimination.h"

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

constexpr int kRoom = 512;  // for the rows below columns, beside what one column may need

std::uint64_t bit(int i) { return std::uint64_t(1) << (i % 64); }

}  // namespace

Elimination::Elimination(int n, Arena::Frame& frame)
    : n_(n), words_((n + 63) / 64), upper_(frame.zeros<std::uint64_t>((n + 1) * words_)) {}

void Elimination::add_clique(std::span<const int> cols) {
  if (cols.empty()) return;
  const int high = cols.back() / 64;
  std::uint64_t* mask = upper(n_);
  for (int col : cols) mask[col / 64] |= bit(col);
  for (int col : cols) {
    std::uint64_t* rows = upper(col);
    const int first = col / 64;
    rows[first] |= mask[first] & ~(bit(col) - 1);
    for (int w = first + 1; w <= high; ++w) rows[w] |= mask[w];
  }
  std::fill(mask + cols.front() / 64, mask + high + 1, std::uint64_t(0));
}

// The rows of a column are those of its children and itself.
void Elimination::add_tree(const CsrPattern& tree, Arena::Frame& frame) {
  std::span<std::uint64_t> descendants = frame.zeros<std::uint64_t>(n_ * words_);
  for (int i = n_ - 1; i >= 0; --i) {
    std::uint64_t* own = descendants.data() + static_cast<std::ptrdiff_t>(i) * words_;
    own[i / 64] |= bit(i);
    std::uint64_t* rows = upper(i);
    const int above = tree.rownnz[i] - 1;
    std::uint64_t* parent =
        above == 0 ? nullptr
                   : descendants.data() +
                         static_cast<std::ptrdiff_t>(tree.colind[tree.rowadr[i] + above - 1]) * words_;
    for (int w = i / 64; w < words_; ++w) {
      rows[w] |= own[w];
      if (parent) parent[w] |= own[w];
    }
  }
}

int Elimination::count() const {
  int total = 0;
  for (std::uint64_t w : upper_) total += bit_count(w);
  return total;
}

// Column by column from the last: from each entry of the matrix up the elimination tree, to where the column
// has been already. That finds the fill; the order in which it is found is the order of the sums.
void Elimination::run(Arena::Frame& frame) {
  lower_ = frame.zeros<std::uint64_t>(n_ * words_);
  below_ = frame.alloc<std::span<const int>>(n_);
  int* const parent = frame.alloc<int>(n_).data();
  int* const seen = frame.alloc<int>(n_).data();
  std::span<int> room;
  for (int col = n_ - 1; col >= 0; --col) {
    if (static_cast<int>(room.size()) < n_ - 1 - col) room = frame.alloc<int>(kRoom + n_);
    int* const found = room.data();
    int* end = found;
    std::uint64_t* const lower = lower_.data() + col / 64;
    parent[col] = -1;
    seen[col] = col;
    for (int w = col / 64; w < words_; ++w)
      for (std::uint64_t bits = upper(col)[w]; bits; bits &= bits - 1)
        for (int row = 64 * w + std::countr_zero(bits); seen[row] != col; row = parent[row]) {
          if (parent[row] < 0) parent[row] = col;
          seen[row] = col;
          *end++ = row;
          lower[static_cast<std::ptrdiff_t>(row) * words_] |= bit(col);
        }
    below_[col] = {found, end};
    room = room.subspan(below_[col].size());
    entries_ += static_cast<int>(below_[col].size()) + 1;
  }
}

bool Elimination::extends_row_above(int i) const {
  if (i == 0) return false;
  const std::uint64_t *own = row(i), *above = row(i - 1);
  for (int w = 0; w < words_; ++w)
    if (own[w] != (w == (i - 1) / 64 ? above[w] | bit(i - 1) : above[w])) return false;
  return true;
}

}  // namespace corten
