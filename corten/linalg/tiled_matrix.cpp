#include "corten/linalg/tiled_matrix.h"

#include <algorithm>
#include <cassert>

#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

constexpr int kFewColumns = 12;  // of which keeping rows apart costs more than multiplying by their zeros

}  // namespace

TiledMatrix::TiledMatrix(const Csr& dense, Arena::Frame& frame)
    : rows_(dense.rows), cols_(dense.cols), stride_(padded(dense.cols)) {
  assert(dense.is_dense());
  val_ = frame.alloc<Real>(rows_ * stride_);
  sums_ = frame.alloc<Real>(stride_);
  const std::span<std::uint64_t> mask = frame.alloc<std::uint64_t>(rows_);
  dense_kernels().tile({dense.val, rows_, cols_}, val_.data(), mask.data());
  if (cols_ <= kFewColumns) std::fill(mask.begin(), mask.end(), ~std::uint64_t(0));
  find_blocks(mask, frame);
}

void TiledMatrix::find_blocks(std::span<const std::uint64_t> mask, Arena::Frame& frame) {
  const auto last_alike = [&](int row) {
    int last = row + 1;
    while (last < rows_ && mask[last] == mask[row]) ++last;
    return last;
  };
  int count = 0;
  for (int row = 0; row < rows_; row = last_alike(row)) ++count;
  blocks_ = frame.alloc<Block>(count);
  const int ntile = stride_ / 4;
  int* tiles = frame.alloc<int>(count * ntile).data();
  int row = 0;
  for (Block& block : blocks_) {
    int n = 0;
    for (int t = 0; t < ntile; ++t) {
      tiles[n] = 4 * t;
      n += static_cast<int>(mask[row] >> (t % 64) & 1);
    }
    const int last = last_alike(row);
    block = {row, {this->row(row), last - row, cols_, stride_, tiles, n}};
    tiles += n;
    row = last;
  }
}

void TiledMatrix::mul(std::span<const Real> x, std::span<Real> y) const {
  assert(static_cast<int>(x.size()) == cols_ && static_cast<int>(y.size()) == rows_);
  for (const Block& b : blocks_) dense_kernels().mul_tiles(b.rows, x.data(), y.data() + b.row);
}

void TiledMatrix::mul_transpose(std::span<const Real> s, std::span<Real> y) const {
  assert(static_cast<int>(s.size()) == rows_ && static_cast<int>(y.size()) == cols_);
  std::fill(sums_.begin(), sums_.end(), Real(0));
  for (const Block& b : blocks_) dense_kernels().add_transposed(b.rows, s.data() + b.row, sums_.data());
  std::copy_n(sums_.begin(), cols_, y.begin());
}

void TiledMatrix::add_row(int i, Real s, Real* x) const { add_scaled(x, row(i), s, stride_); }

}  // namespace corten
