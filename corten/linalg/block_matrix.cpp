#include "corten/linalg/block_matrix.h"

#include <algorithm>
#include <cassert>

namespace corten {
namespace {

bool same_columns(const Csr& a, int i, int j) {
  return a.nnz(i) == a.nnz(j) && a.rowadr[j] == a.rowadr[i] + (j - i) * a.nnz(i) &&
         std::equal(a.row_cols(i), a.row_cols(i) + a.nnz(i), a.row_cols(j));
}

int rows_alike(const Csr& a, int first) {
  int last = first + 1;
  while (last < a.rows && same_columns(a, first, last)) ++last;
  return last - first;
}

}  // namespace

int find_runs(const int* cols, int count, ColumnRun* runs) {
  int n = 0;
  for (int k = 0; k < count; ++k) {
    if (n > 0 && cols[k] == cols[k - 1] + 1) {
      ++runs[n - 1].count;
    } else {
      runs[n++] = {cols[k], k, 1};
    }
  }
  return n;
}

BlockMatrix::BlockMatrix(const Csr& compressed, Arena::Frame& frame) : a_(compressed) {
  assert(!a_.is_dense());
  find_blocks(frame);
  find_columns(frame);
  scratch_ = frame.alloc<Real>(widest_);
}

void BlockMatrix::find_blocks(Arena::Frame& frame) {
  blocks_ = frame.alloc<Block>(a_.rows);
  std::size_t count = 0;
  int entries = 0;
  for (int row = 0; row < a_.rows; row += blocks_[count++].rows.nrow) {
    blocks_[count] = {row, a_.row_cols(row), {a_.row(row), rows_alike(a_, row), a_.nnz(row), nullptr, 0}};
    entries += a_.nnz(row);
    widest_ = std::max(widest_, a_.nnz(row));
  }
  blocks_ = blocks_.first(count);
  ColumnRun* runs = frame.alloc<ColumnRun>(entries).data();
  for (Block& block : blocks_) {
    block.rows.run = runs;
    block.rows.nrun = find_runs(block.cols, block.rows.ncol, runs);
    runs += block.rows.nrun;
  }
}

// fn(columns, part) for every block in order and all columns it touches
template <class Fn>
void BlockMatrix::for_parts(std::span<const int> columns_at, Fn&& fn) {
  for (const Block& block : blocks_)
    for (int k = 0; k < block.rows.nrun; ++k) {
      const ColumnRun& run = block.rows.run[k];
      for (int col = run.col; col < run.col + run.count;) {
        Columns& columns = columns_[static_cast<std::size_t>(columns_at[static_cast<std::size_t>(col)])];
        const Real* val = block.rows.val + run.from + col - run.col;
        fn(columns, ColumnPart{val, block.rows.ncol, block.row, block.rows.nrow});
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

void BlockMatrix::mul(std::span<const Real> x, std::span<Real> y) const {
  assert(static_cast<int>(x.size()) == a_.cols && static_cast<int>(y.size()) == a_.rows);
  for (const Block& b : blocks_) sparse_kernels().mul(b.rows, x.data(), scratch_.data(), y.data() + b.row);
}

void BlockMatrix::mul_transpose(std::span<const Real> s, std::span<Real> y) const {
  assert(static_cast<int>(s.size()) == a_.rows && static_cast<int>(y.size()) == a_.cols);
  for (const Columns& c : columns_)
    sparse_kernels().mul_columns(c.parts.data(), c.nrow, c.count, s.data(), y.data() + c.col);
}

void BlockMatrix::add_row(int i, Real s, Real* x) const {
  const Real* val = a_.row(i);
  const int* cols = a_.row_cols(i);
  for (int k = 0; k < a_.nnz(i); ++k) x[cols[k]] += val[k] * s;
}

}  // namespace corten
