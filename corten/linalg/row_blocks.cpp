#include "corten/linalg/row_blocks.h"

#include <algorithm>

#include "corten/linalg/span_kernels.h"

namespace corten {
namespace {

bool same_pattern(const Csr& a, int i, int j) {
  return a.nnz(i) == a.nnz(j) && a.rowadr[j] == a.rowadr[i] + (j - i) * a.nnz(i) &&
         std::equal(a.row_cols(i), a.row_cols(i) + a.nnz(i), a.row_cols(j));
}

int compressed_block_rows(const Csr& a, int first) {
  int last = first + 1;
  while (last < a.rows && same_pattern(a, first, last)) ++last;
  return last - first;
}

int keyed_block_rows(std::span<const int> key, int first) {
  int last = first + 1;
  while (last < static_cast<int>(key.size()) && key[last] == key[first]) ++last;
  return last - first;
}

// columns of rows [first, first + count) with a value other than 0
int nonzero_columns(const Csr& a, int first, int count, int* cols) {
  int n = 0;
  for (int col = 0; col < a.cols; ++col) {
    bool zero = true;
    for (int row = first; row < first + count && zero; ++row) zero = a.row(row)[col] == 0;
    if (!zero) cols[n++] = col;
  }
  return n;
}

// Copies the rows' entries on those columns to the next free place of cols and val.
RowBlock dense_block(const Csr& a, int first, int count, int* cols, Real* val) {
  const int ncol = nonzero_columns(a, first, count, cols);
  for (int r = 0; r < count; ++r)
    for (int k = 0; k < ncol; ++k) val[r * ncol + k] = a.row(first + r)[cols[k]];
  return {first, count, ncol, cols, val};
}

}  // namespace

RowBlocks row_blocks(const Csr& a, std::span<const int> key, Arena::Frame& frame) {
  std::span<RowBlock> blocks = frame.alloc<RowBlock>(a.rows);
  const int copied = a.is_dense() ? a.rows * a.cols : 0;
  int* cols = frame.alloc<int>(copied).data();
  Real* val = frame.alloc<Real>(copied).data();
  int n = 0, widest = 0;
  for (int row = 0; row < a.rows; row += blocks[n - 1].nrow) {
    RowBlock& block = blocks[n++];
    if (a.is_dense()) {
      block = dense_block(a, row, keyed_block_rows(key, row), cols, val);
      cols += block.ncol;
      val += block.nrow * block.ncol;
    } else {
      block = {row, compressed_block_rows(a, row), a.nnz(row), a.row_cols(row), a.row(row)};
    }
    widest = std::max(widest, block.ncol);
  }
  return {a.rows, a.cols, widest, blocks.first(n)};
}

void mul(const RowBlocks& a, std::span<const Real> x, std::span<Real> y, std::span<Real> gathered) {
  assert(static_cast<int>(gathered.size()) >= a.widest);
  for (const RowBlock& b : a.blocks) {
    for (int k = 0; k < b.ncol; ++k) gathered[k] = x[b.cols[k]];
    for (int r = 0; r < b.nrow; ++r) y[b.row + r] = dot(b.val + r * b.ncol, gathered.data(), b.ncol);
  }
}

void mul_transpose(const RowBlocks& a, std::span<const Real> x, std::span<Real> y, std::span<Real> gathered) {
  assert(static_cast<int>(gathered.size()) >= a.widest);
  std::fill(y.begin(), y.end(), Real(0));
  for (const RowBlock& b : a.blocks) {
    bool any = false;
    for (int r = 0; r < b.nrow; ++r) {
      const Real scale = x[b.row + r];
      if (scale == 0) continue;
      if (!any) std::fill_n(gathered.begin(), b.ncol, Real(0));
      any = true;
      add_scaled(gathered.data(), b.val + r * b.ncol, scale, b.ncol);
    }
    if (!any) continue;
    for (int k = 0; k < b.ncol; ++k) y[b.cols[k]] += gathered[k];
  }
}

}  // namespace corten
