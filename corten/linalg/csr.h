// A matrix stored by rows, dense or compressed, as a view of arrays owned elsewhere.
#pragma once

#include <algorithm>
#include <span>

#include "corten/base/config.h"

namespace corten {

// Row i holds rownnz[i] values from rowadr[i] on, with ascending columns colind. Without colind the rows are
// dense.
struct Csr {
  int rows = 0;
  int cols = 0;
  const int* rownnz = nullptr;
  const int* rowadr = nullptr;
  const int* colind = nullptr;
  const Real* val = nullptr;
  const int* rowsuper =
      nullptr;  // if known: how many rows after each have its columns, values directly behind

  static Csr dense(int rows, int cols, const Real* val) {
    return {rows, cols, nullptr, nullptr, nullptr, val, nullptr};
  }

  bool is_dense() const { return colind == nullptr; }
  int nnz(int row) const { return is_dense() ? cols : rownnz[row]; }
  std::size_t address(int row) const {
    return is_dense() ? static_cast<std::size_t>(row) * static_cast<std::size_t>(cols)
                      : static_cast<std::size_t>(rowadr[row]);
  }
  const Real* row(int i) const { return val + address(i); }
  const int* row_cols(int i) const { return is_dense() ? nullptr : colind + rowadr[i]; }
  // rows from this one on that share their columns, as far as rowsuper tells
  int rows_alike(int row) const { return rowsuper ? std::min(rowsuper[row], rows - row - 1) + 1 : 1; }
};

// (A x)_row
Real row_dot(const Csr& a, int row, std::span<const Real> x);
// the entry, 0 where nothing is stored
Real entry(const Csr& a, int row, int col);
// y = A x
void mul(const Csr& a, std::span<const Real> x, std::span<Real> y);
// y = Aᵀ x
void mul_transpose(const Csr& a, std::span<const Real> x, std::span<Real> y);

}  // namespace corten
