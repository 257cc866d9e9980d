// A dense matrix for many products: its rows padded to fours of columns, and which fours are not all 0. Rows
// of one contact touch the same dofs, so runs of rows share their fours.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr.h"
#include "corten/linalg/dense_kernels.h"

namespace corten {

class TiledMatrix {
 public:
  // Rows that lie together and are 0 outside the same fours of columns.
  struct Block {
    int row = 0;  // first
    TiledRows rows;
  };

  // Copies the matrix; the frame must outlive it.
  TiledMatrix(const Csr& dense, Arena::Frame& frame);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int stride() const { return stride_; }
  std::span<const Block> blocks() const { return blocks_; }
  const Real* row(int i) const { return val_.data() + static_cast<std::ptrdiff_t>(i) * stride_; }

  // y = A x
  void mul(std::span<const Real> x, std::span<Real> y) const;
  // y = Aᵀ s
  void mul_transpose(std::span<const Real> s, std::span<Real> y) const;
  // x += s · row i
  void add_row(int i, Real s, Real* x) const;

 private:
  void find_blocks(std::span<const std::uint64_t> mask, Arena::Frame& frame);

  int rows_, cols_, stride_;
  std::span<Real> val_;
  std::span<Block> blocks_;
  std::span<Real> sums_;  // one padded row
};

}  // namespace corten
