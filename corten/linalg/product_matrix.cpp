#include "corten/linalg/product_matrix.h"

#include <algorithm>
#include <cassert>

namespace corten {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Whether a row consists of a few triples of neighbouring columns.
bool in_triples(const Csr& a, int row) {
  const int *cols = a.row_cols(row), n = a.nnz(row);
  if (n == 0 || n % 3 || n > 3 * kMostTriples) return false;
  for (int k = 0; k < n; k += 3)
    if (cols[k + 2] != cols[k] + 2) return false;  // columns ascend
  return true;
}

// What rows of a slice share: 2 · the number of entries, and 1 for triples.
int kind_of(const Csr& a, int row) { return 2 * a.nnz(row) + (in_triples(a, row) ? 1 : 0); }

// Rows by kind, otherwise in order.
struct RowOrder {
  std::span<int> row;
  std::span<int> kind;  // of row[i]
};
RowOrder by_kind(const Csr& a, Arena::Frame& frame) {
  const std::span<int> kind = frame.alloc<int>(a.rows);
  int last = 0;
  for (int i = 0; i < a.rows; ++i) last = std::max(last, kind[at(i)] = kind_of(a, i));
  const std::span<int> next = frame.zeros<int>(last + 2);
  const RowOrder order{frame.alloc<int>(a.rows), frame.alloc<int>(a.rows)};
  for (const int k : kind) ++next[at(k + 1)];
  for (int k = 0; k <= last; ++k) next[at(k + 1)] += next[at(k)];
  for (int i = 0; i < a.rows; ++i) {
    const int place = next[at(kind[at(i)])]++;
    order.row[at(place)] = i;
    order.kind[at(place)] = kind[at(i)];
  }
  return order;
}

// fn(first column, how many, number of the first entry) for neighbouring columns of a row
template <class Fn>
void for_runs(const Csr& a, int row, Fn&& fn) {
  const int *cols = a.row_cols(row), n = a.nnz(row);
  for (int from = 0, to; from < n; from = to) {
    for (to = from + 1; to < n && cols[to] == cols[to - 1] + 1;) ++to;
    fn(cols[from], to - from, from);
  }
}

}  // namespace

ProductMatrix::ProductMatrix(const Csr& compressed, Arena::Frame& frame)
    : rows_(compressed.rows), cols_(compressed.cols) {
  assert(!compressed.is_dense());
  slice_rows(compressed, frame);
  slice_columns(compressed, frame);
}

void ProductMatrix::slice_rows(const Csr& a, Arena::Frame& frame) {
  const RowOrder order = by_kind(a, frame);
  row_slices_ = frame.alloc<RowSlice>(a.rows);
  std::size_t count = 0;
  int entries = 0;
  for (int i = 0, n; i < a.rows; i += n) {
    const int kind = order.kind[at(i)], length = kind / 2;
    for (n = 1; n < 4 && i + n < a.rows && order.kind[at(i + n)] == kind;) ++n;
    RowSlice& slice = row_slices_[count++];
    slice = {nullptr, nullptr, length, kind % 2 == 1, {}};
    for (int lane = 0; lane < 4; ++lane) slice.row[lane] = order.row[at(i + std::min(lane, n - 1))];
    entries += 4 * length;
  }
  row_slices_ = row_slices_.first(count);
  Real* val = frame.alloc<Real>(entries).data();
  int* col = frame.alloc<int>(entries).data();
  for (RowSlice& slice : row_slices_) {
    slice.val = val;
    slice.col = col;
    const int per_column = slice.triples ? 3 : 1, columns = slice.count / per_column;
    for (int lane = 0; lane < 4; ++lane) {
      const Real* from = a.row(slice.row[lane]);
      const int* cols = a.row_cols(slice.row[lane]);
      for (int k = 0; k < slice.count; ++k) val[4 * k + lane] = from[k];
      for (int k = 0; k < columns; ++k) col[4 * k + lane] = cols[per_column * k];
    }
    val += 4 * slice.count;
    col += 4 * columns;
  }
}

// Columns are cut where neighbours of some row begin or end, and after four.
void ProductMatrix::slice_columns(const Csr& a, Arena::Frame& frame) {
  const std::span<int> slice_of = frame.zeros<int>(a.cols + 1);
  for (int row = 0; row < a.rows; ++row)
    for_runs(a, row, [&](int col, int count, int) { slice_of[at(col)] = slice_of[at(col + count)] = 1; });
  column_slices_ = frame.alloc<ColumnSlice>(a.cols);
  int count = 0;
  for (int col = 0; col < a.cols; ++col) {
    if (col == 0 || slice_of[at(col)] || column_slices_[at(count - 1)].count == 4)
      column_slices_[at(count++)] = {nullptr, nullptr, 0, col, 0};
    ++column_slices_[at(count - 1)].count;
    slice_of[at(col)] = count - 1;
  }
  column_slices_ = column_slices_.first(at(count));

  const auto for_parts = [&](auto&& fn) {  // fn(slice, row, its first number)
    for (int row = 0; row < a.rows; ++row)
      for_runs(a, row, [&](int col, int n, int from) {
        for (int c = col; c < col + n;) {
          ColumnSlice& slice = column_slices_[at(slice_of[at(c)])];
          fn(slice, row, a.row(row) + from + c - col);
          c += slice.count;
        }
      });
  };
  int parts = 0;
  for_parts([&](ColumnSlice& slice, int, const Real*) { ++slice.nrow, ++parts; });
  Real* val = frame.zeros<Real>(4 * parts).data();
  int* row_of = frame.alloc<int>(parts).data();
  const std::span<int> filled = frame.zeros<int>(count), first = frame.alloc<int>(count);
  for (int i = 0, next = 0; i < count; ++i) {
    ColumnSlice& slice = column_slices_[at(i)];
    first[at(i)] = next;
    slice.val = val + 4 * next;
    slice.row = row_of + next;
    next += slice.nrow;
  }
  for_parts([&](ColumnSlice& slice, int row, const Real* from) {
    const std::size_t i = static_cast<std::size_t>(&slice - column_slices_.data());
    const int place = first[i] + filled[i]++;
    row_of[place] = row;
    for (int c = 0; c < slice.count; ++c) val[4 * place + c] = from[c];
  });
}

void ProductMatrix::mul(std::span<const Real> x, std::span<Real> y) const {
  assert(static_cast<int>(x.size()) == cols_ && static_cast<int>(y.size()) == rows_);
  product_kernels().mul(row_slices_.data(), static_cast<int>(row_slices_.size()), x.data(), y.data());
}

void ProductMatrix::mul_transpose(std::span<const Real> s, std::span<Real> y) const {
  assert(static_cast<int>(s.size()) == rows_ && static_cast<int>(y.size()) == cols_);
  product_kernels().mul_transpose(column_slices_.data(), static_cast<int>(column_slices_.size()), s.data(),
                                  y.data());
}

}  // namespace corten
