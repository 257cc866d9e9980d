// Which entries a sparse symmetric matrix and its factor Lᵀ L have, and in which order rows are taken out of
// each other. Rows are eliminated from the last to the first. One bit per entry.
#pragma once

#include <cstdint>
#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr_pattern.h"

namespace corten {

class Elimination {
 public:
  // Of a matrix with its diagonal and nothing else yet. The frame must outlive it.
  Elimination(int n, Arena::Frame& frame);

  int size() const { return n_; }
  int words() const { return words_; }  // per row or column
  // every pair of these ascending columns, each with itself too
  void add_clique(std::span<const int> cols);
  // the pattern of a kinematic tree: before its diagonal a row has its parent and the parent's columns
  void add_tree(const CsrPattern& tree, Arena::Frame& frame);
  // entries so far, those of the diagonal only where they were added
  int count() const;

  // Finds the fill and the order; nothing can be added after.
  void run(Arena::Frame& frame);
  // columns of a row of the factor before the diagonal
  const std::uint64_t* row(int i) const { return lower_.data() + static_cast<std::ptrdiff_t>(i) * words_; }
  // Rows with an entry in column i, in the order in which they are taken out of row i.
  std::span<const int> below(int i) const { return below_[static_cast<std::size_t>(i)]; }
  int factor_entries() const { return entries_; }
  // whether a row has the columns of the row above and that row itself, no other
  bool extends_row_above(int i) const;

 private:
  std::uint64_t* upper(int col) { return upper_.data() + static_cast<std::ptrdiff_t>(col) * words_; }

  int n_;
  int words_;
  std::span<std::uint64_t> upper_;  // rows of each column of the matrix; a column more to work in
  std::span<std::uint64_t> lower_;  // columns of each row of the factor
  std::span<std::span<const int>> below_;
  int entries_ = 0;
};

}  // namespace corten
