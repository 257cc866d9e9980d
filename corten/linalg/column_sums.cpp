#include "corten/linalg/column_sums.h"

#include <algorithm>
#include <cassert>

#include "corten/linalg/vector_kernels.h"

namespace corten {

ColumnSums::ColumnSums(const Csr& a, Arena::Frame& frame) : adr_(frame.zeros<int>(a.cols + 1)) {
  assert(!a.is_dense());
  for (int row = 0; row < a.rows; ++row)
    for (int k = 0; k < a.nnz(row); ++k) ++adr_[a.row_cols(row)[k] + 1];
  for (int col = 0; col < a.cols; ++col) adr_[col + 1] += adr_[col];
  row_ = frame.alloc<int>(adr_[a.cols]);
  val_ = frame.alloc<Real>(adr_[a.cols]);
  std::span<int> next = frame.alloc<int>(a.cols);
  std::copy_n(adr_.begin(), a.cols, next.begin());
  for (int row = 0; row < a.rows; ++row)
    for (int k = 0; k < a.nnz(row); ++k) {
      const int at = next[a.row_cols(row)[k]]++;
      row_[at] = row;
      val_[at] = a.row(row)[k];
    }
}

void ColumnSums::mul_transpose(std::span<const Real> x, std::span<Real> y) const {
  for (std::size_t col = 0; col < y.size(); ++col)
    y[col] =
        dot_sparse(val_.data() + adr_[col], row_.data() + adr_[col], adr_[col + 1] - adr_[col], x.data());
}

}  // namespace corten
