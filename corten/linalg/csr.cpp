#include "corten/linalg/csr.h"

#include <algorithm>

#include "corten/linalg/csr_kernels.h"
#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/span_kernels.h"

namespace corten {

Real row_dot(const Csr& a, int row, std::span<const Real> x) {
  return a.is_dense() ? dot(a.row(row), x.data(), a.cols)
                      : dot_sparse(a.row(row), a.row_cols(row), a.nnz(row), x.data());
}

Real entry(const Csr& a, int row, int col) {
  if (a.is_dense()) return a.row(row)[col];
  const int* first = a.row_cols(row);
  const int* last = first + a.nnz(row);
  const int* at = std::lower_bound(first, last, col);
  return at != last && *at == col ? a.row(row)[at - first] : 0;
}

void mul(const Csr& a, std::span<const Real> x, std::span<Real> y) {
  assert(static_cast<int>(x.size()) == a.cols && static_cast<int>(y.size()) == a.rows);
  if (a.is_dense()) return dense_kernels().mul({a.val, a.rows, a.cols}, x.data(), y.data());
  csr_kernels().mul(a, x.data(), y.data());
}

void mul_transpose(const Csr& a, std::span<const Real> x, std::span<Real> y) {
  assert(static_cast<int>(x.size()) == a.rows && static_cast<int>(y.size()) == a.cols);
  std::fill(y.begin(), y.end(), Real(0));
  for (int i = 0; i < a.rows; ++i) {
    const Real scale = x[i];
    if (scale == 0) continue;
    const Real* values = a.row(i);
    if (a.is_dense()) {
      add_scaled(y.data(), values, scale, a.cols);
    } else {
      const int* cols = a.row_cols(i);
      for (int k = 0, n = a.nnz(i); k < n; ++k) y[cols[k]] += scale * values[k];
    }
  }
}

}  // namespace corten
