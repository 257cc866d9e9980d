// A compressed matrix copied for a hundred products with it and with its transpose, as conjugate gradients
// make them: rows of equal length by fours, and columns that the same rows touch by fours. Short rows, as
// those of the edges of a cloth, fill all lanes then.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/csr.h"
#include "corten/linalg/product_kernels.h"

namespace corten {

class ProductMatrix {
 public:
  // Copies the matrix into the frame, which must outlive it.
  ProductMatrix(const Csr& compressed, Arena::Frame& frame);

  // y = A x
  void mul(std::span<const Real> x, std::span<Real> y) const;
  // y = Aᵀ s, each column summed as if the transpose were stored
  void mul_transpose(std::span<const Real> s, std::span<Real> y) const;

 private:
  void slice_rows(const Csr& a, Arena::Frame& frame);
  void slice_columns(const Csr& a, Arena::Frame& frame);

  int rows_, cols_;
  std::span<RowSlice> row_slices_;
  std::span<ColumnSlice> column_slices_;
};

}  // namespace corten
