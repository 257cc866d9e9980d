#include "corten/linalg/column_sums.h"

#include <algorithm>
#include <cassert>

namespace corten {

ColumnSums::ColumnSums(const Csr& a, Arena::Frame& frame)
    : a_(a),
      length_(frame.zeros<int>(a.cols)),
      seen_(frame.alloc<int>(a.cols)),
      parts_(frame.alloc<Real>(4 * a.cols)) {
  assert(!a.is_dense());
  for (int row = 0; row < a.rows; ++row)
    for (int k = 0; k < a.nnz(row); ++k) ++length_[a.row_cols(row)[k]];
}

void ColumnSums::mul_transpose(std::span<const Real> x, std::span<Real> y) {
  std::fill(seen_.begin(), seen_.end(), 0);
  std::fill(parts_.begin(), parts_.end(), Real(0));
  std::fill(y.begin(), y.end(), Real(0));
  for (int row = 0; row < a_.rows; ++row)
    for (int k = 0; k < a_.nnz(row); ++k) add(a_.row_cols(row)[k], a_.row(row)[k] * x[row], y);
}

// the parts are joined when the last four are complete; the rest is added one by one
void ColumnSums::add(int col, Real product, std::span<Real> y) {
  const int at = seen_[col]++, fours = length_[col] & ~3;
  if (at >= fours) {
    y[col] += product;
    return;
  }
  Real* part = &parts_[4 * col];
  part[at & 3] += product;
  if (at == fours - 1) y[col] = (part[0] + part[2]) + (part[1] + part[3]);
}

}  // namespace corten
