#include "corten/linalg/block_matrix.h"

#include <algorithm>
#include <cassert>

namespace corten {
namespace {

// Runs of neighbouring columns and the fours they are in.
void find_runs_and_tiles(const int* cols, ColumnRun* runs, int* tiles, BlockRows& rows) {
  for (int k = 0; k < rows.ncol; ++k) {
    const int four = cols[k] / 4 * 4;
    if (rows.ntile == 0 || tiles[rows.ntile - 1] != four) tiles[rows.ntile++] = four;
    if (rows.nrun > 0 && cols[k] == cols[k - 1] + 1) {
      ++runs[rows.nrun - 1].count;
    } else {
      runs[rows.nrun++] = {cols[k], k, 1};
    }
  }
  rows.cols = cols;
  rows.run = runs;
  rows.tile = tiles;
}

// number of a column among those in fours; it is at or after four t
int place(const BlockRows& rows, int col, int& t) {
  while (rows.tile[t] + 4 <= col) ++t;
  return 4 * t + col - rows.tile[t];
}

}  // namespace

BlockMatrix::BlockMatrix(const Csr& compressed, Arena::Frame& frame) : a_(compressed) {
  assert(!a_.is_dense());
  find_blocks(frame);
  find_columns(frame);
}

void BlockMatrix::find_blocks(Arena::Frame& frame) {
  blocks_ = frame.alloc<Block>(a_.rows);
  std::size_t count = 0;
  int entries = 0;
  for (int row = 0; row < a_.rows; row += blocks_[count++].rows.nrow) {
    blocks_[count] = {row, {}};
    BlockRows& rows = blocks_[count].rows;
    rows.val = a_.row(row);
    rows.nrow = a_.rows_alike(row);
    rows.ncol = a_.nnz(row);
    entries += rows.ncol;
  }
  blocks_ = blocks_.first(count);
  tile_blocks(entries, frame);
}

void BlockMatrix::tile_blocks(int entries, Arena::Frame& frame) {
  ColumnRun* runs = frame.alloc<ColumnRun>(entries).data();
  int* tiles = frame.alloc<int>(entries).data();
  int numbers = 0;
  for (Block& block : blocks_) {
    BlockRows& rows = block.rows;
    find_runs_and_tiles(a_.row_cols(block.row), runs, tiles, rows);
    runs += rows.nrun;
    tiles += rows.ntile;
    numbers += rows.nrow * 4 * rows.ntile;
    most_tiles_ = std::max(most_tiles_, rows.ntile);
  }
  Real* tiled = frame.zeros<Real>(numbers + 3).data();  // columns are read by fours from anywhere
  for (Block& block : blocks_) {
    BlockRows& rows = block.rows;
    rows.tiled = tiled;
    for (int k = 0, t = 0; k < rows.nrun; ++k) {
      const ColumnRun& run = rows.run[k];
      const Real* from = rows.val + run.from;
      Real* to = tiled + place(rows, run.col, t);
      for (int r = 0; r < rows.nrow; ++r, from += rows.ncol, to += 4 * rows.ntile)
        for (int i = 0; i < run.count; ++i) to[i] = from[i];
    }
    tiled += rows.nrow * 4 * rows.ntile;
  }
}

// fn(columns, part) for every block in order and all columns it touches
template <class Fn>
void BlockMatrix::for_parts(std::span<const int> columns_at, Fn&& fn) {
  for (const Block& block : blocks_)
    for (int k = 0, t = 0; k < block.rows.nrun; ++k) {
      const ColumnRun& run = block.rows.run[k];
      const Real* val = block.rows.tiled + place(block.rows, run.col, t) - run.col;
      for (int col = run.col; col < run.col + run.count;) {
        Columns& columns = columns_[static_cast<std::size_t>(columns_at[static_cast<std::size_t>(col)])];
        fn(columns, ColumnPart{val + col, 4 * block.rows.ntile, block.row, block.rows.nrow});
        col += columns.count;
      }
    }
}

// Columns are cut where a run of some block begins or ends.
void BlockMatrix::find_columns(Arena::Frame& frame) {
  std::span<int> at = frame.zeros<int>(a_.cols + 1);
  for (const Block& block : blocks_)
    for (int k = 0; k < block.rows.nrun; ++k) {
      at[block.rows.run[k].col] = 1;
      at[block.rows.run[k].col + block.rows.run[k].count] = 1;
    }
  at[0] = 1;
  int count = 0;
  for (int col = 0; col < a_.cols; ++col) count += at[col];
  columns_ = frame.alloc<Columns>(count);
  count = 0;
  for (int col = 0; col < a_.cols; ++col) {
    if (at[col]) columns_[count++] = {col, 0, 0, {}};
    ++columns_[count - 1].count;
    at[col] = count - 1;
  }
  const std::span<int> nparts = frame.zeros<int>(count);
  int total = 0;
  for_parts(at, [&](Columns& columns, const ColumnPart&) {
    ++nparts[&columns - columns_.data()];
    ++total;
  });
  ColumnPart* parts = frame.alloc<ColumnPart>(total).data();
  for (int k = 0; k < count; ++k) {
    columns_[k].parts = {parts, 0};
    parts += nparts[k];
  }
  for_parts(at, [&](Columns& columns, const ColumnPart& part) {
    columns.parts = {columns.parts.data(), columns.parts.size() + 1};
    columns.parts.back() = part;
    columns.nrow += part.nrow;
  });
}

void BlockMatrix::mul_transpose(std::span<const Real> s, std::span<Real> y) const {
  assert(static_cast<int>(s.size()) == a_.rows && static_cast<int>(y.size()) == a_.cols);
  for (const Columns& c : columns_)
    csr_kernels().mul_columns(c.parts.data(), c.nrow, c.count, s.data(), y.data() + c.col);
}

void BlockMatrix::add_row(int i, Real s, Real* x) const {
  const Real* val = a_.row(i);
  const int* cols = a_.row_cols(i);
  for (int k = 0; k < a_.nnz(i); ++k) x[cols[k]] += val[k] * s;
}

}  // namespace corten
