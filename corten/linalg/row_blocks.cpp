#include "corten/linalg/row_blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "corten/linalg/dense_kernels.h"

namespace corten {
namespace {

constexpr int kFewColumns = 12;  // of which finding the zeros costs more than multiplying by them

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
int nonzero_columns(const Csr& a, int first, int count, int* cols, std::span<Real> sums) {
  std::fill(sums.begin(), sums.end(), Real(0));
  for (int row = first; row < first + count; ++row) {
    const Real* values = a.row(row);
    for (int col = 0; col < a.cols; ++col) sums[col] += std::abs(values[col]);
  }
  int n = 0;
  for (int col = 0; col < a.cols; ++col) {
    cols[n] = col;
    n += sums[col] != 0;
  }
  return n;
}

// Copies the rows' entries on those columns to the next free place of cols and val.
RowBlock dense_block(const Csr& a, int first, int count, int* cols, Real* val, std::span<Real> sums) {
  const int ncol = nonzero_columns(a, first, count, cols, sums);
  for (int r = 0; r < count; ++r) {
    const Real* from = a.row(first + r);
    Real* to = val + r * ncol;
    for (int k = 0; k < ncol; ++k) to[k] = from[cols[k]];
  }
  return {first, count, ncol, cols, val};
}

bool same_columns(const RowBlock& a, const RowBlock& b) {
  return a.ncol == b.ncol && std::equal(a.cols, a.cols + a.ncol, b.cols);
}

std::span<RowBlock> compressed_blocks(const Csr& a, std::span<RowBlock> blocks) {
  std::size_t n = 0;
  for (int row = 0; row < a.rows; row += blocks[n++].nrow)
    blocks[n] = {row, compressed_block_rows(a, row), a.nnz(row), a.row_cols(row), a.row(row)};
  return blocks.first(n);
}

std::span<RowBlock> dense_blocks(const Csr& a, std::span<const int> key, std::span<RowBlock> blocks,
                                 Arena::Frame& frame) {
  int* cols = frame.alloc<int>(a.rows * a.cols).data();
  Real* val = frame.alloc<Real>(a.rows * a.cols).data();
  const std::span<Real> sums = frame.alloc<Real>(a.cols);
  std::size_t n = 0;
  for (int row = 0; row < a.rows;) {
    const RowBlock block = dense_block(a, row, keyed_block_rows(key, row), cols, val, sums);
    row += block.nrow;
    val += block.nrow * block.ncol;
    if (n > 0 && same_columns(blocks[n - 1], block)) {  // contacts of the same two bodies
      blocks[n - 1].nrow += block.nrow;
    } else {
      blocks[n++] = block;
      cols += block.ncol;
    }
  }
  return blocks.first(n);
}

// all rows of a dense matrix on all its columns
std::span<RowBlock> single_block(const Csr& a, std::span<RowBlock> blocks, Arena::Frame& frame) {
  const std::span<int> cols = frame.alloc<int>(a.cols);
  std::iota(cols.begin(), cols.end(), 0);
  blocks[0] = {0, a.rows, a.cols, cols.data(), a.val};
  return blocks.first(1);
}

}  // namespace

RowBlocks row_blocks(const Csr& a, std::span<const int> key, Arena::Frame& frame) {
  std::span<RowBlock> blocks = frame.alloc<RowBlock>(a.rows);
  if (!a.is_dense()) {
    blocks = compressed_blocks(a, blocks);
  } else if (a.cols <= kFewColumns && a.rows > 0) {
    blocks = single_block(a, blocks, frame);
  } else {
    blocks = dense_blocks(a, key, blocks, frame);
  }
  int widest = 0;
  for (const RowBlock& block : blocks) widest = std::max(widest, block.ncol);
  return {a.rows, a.cols, widest, blocks};
}

void mul(const RowBlocks& a, std::span<const Real> x, std::span<Real> y, std::span<Real> gathered) {
  assert(static_cast<int>(gathered.size()) >= a.widest);
  for (const RowBlock& b : a.blocks) {
    for (int k = 0; k < b.ncol; ++k) gathered[k] = x[b.cols[k]];
    dense_kernels().mul(b.dense(), gathered.data(), y.data() + b.row);
  }
}

void mul_transpose(const RowBlocks& a, std::span<const Real> x, std::span<Real> y, std::span<Real> gathered) {
  assert(static_cast<int>(gathered.size()) >= a.widest);
  std::fill(y.begin(), y.end(), Real(0));
  for (const RowBlock& b : a.blocks) {
    const Real* scale = x.data() + b.row;
    if (std::all_of(scale, scale + b.nrow, [](Real s) { return s == 0; })) continue;
    dense_kernels().mul_transpose(b.dense(), scale, gathered.data());
    for (int k = 0; k < b.ncol; ++k) y[b.cols[k]] += gathered[k];
  }
}

}  // namespace corten
