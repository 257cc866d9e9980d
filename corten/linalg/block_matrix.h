// A compressed matrix for many products: consecutive rows that share their columns as one block, and
// neighbouring columns that share their rows. Rows of one contact touch the same dofs.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr.h"
#include "corten/linalg/csr_kernels.h"
#include "corten/linalg/sparse_kernels.h"

namespace corten {

class BlockMatrix {
 public:
  struct Block {
    int row = 0;  // first
    BlockRows rows;
  };

  // Views the matrix and copies it into fours; it and the frame must outlive it.
  BlockMatrix(const Csr& compressed, Arena::Frame& frame);

  int rows() const { return a_.rows; }
  int cols() const { return a_.cols; }
  int most_tiles() const { return most_tiles_; }  // fours of columns of a block
  std::span<const Block> blocks() const { return blocks_; }

  // y = A x
  void mul(std::span<const Real> x, std::span<Real> y) const { corten::mul(a_, x, y); }
  // y = Aᵀ s, each column summed as if the transpose were stored
  void mul_transpose(std::span<const Real> s, std::span<Real> y) const;
  // x += s · row i
  void add_row(int i, Real s, Real* x) const;

 private:
  // Neighbouring columns that the same blocks touch.
  struct Columns {
    int col = 0;
    int count = 0;
    int nrow = 0;
    std::span<ColumnPart> parts;
  };
  void find_blocks(Arena::Frame& frame);
  void tile_blocks(int entries, Arena::Frame& frame);
  void find_columns(Arena::Frame& frame);
  template <class Fn>
  void for_parts(std::span<const int> columns_at, Fn&& fn);

  Csr a_;
  int most_tiles_ = 0;
  std::span<Block> blocks_;
  std::span<Columns> columns_;
};

}  // namespace corten
