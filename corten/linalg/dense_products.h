// Products and forms of dense row-major matrices, each sum in the oracle's order (mju_mulMatMat and its kin).
#pragma once

#include <algorithm>

#include "corten/linalg/span_kernels.h"
#include "corten/math/vec3.h"

namespace corten {

// A row-major matrix in memory owned elsewhere.
template <class T>
struct DenseView {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;

  std::size_t size() const { return rows * cols; }
  std::span<T> row(std::size_t i) const { return {data + i * cols, cols}; }
  void clear() const { std::fill_n(data, size(), T(0)); }
};
using Dense = DenseView<Real>;
using ConstDense = DenseView<const Real>;

// res = mat vec
inline void mul_mat_vec(std::span<Real> res, ConstDense mat, std::span<const Real> vec) {
  for (std::size_t i = 0; i < mat.rows; ++i) res[i] = dot(mat.row(i), vec);
}

// res = matᵀ vec
inline void mul_mat_t_vec(std::span<Real> res, ConstDense mat, std::span<const Real> vec) {
  std::fill(res.begin(), res.end(), Real(0));
  for (std::size_t i = 0; i < mat.rows; ++i) add_scaled(res, mat.row(i), vec[i]);
}

// vec1ᵀ mat vec2
inline Real mul_vec_mat_vec(std::span<const Real> vec1, ConstDense mat, std::span<const Real> vec2) {
  Real sum = 0;
  for (std::size_t i = 0; i < mat.rows; ++i) sum += vec1[i] * dot(mat.row(i), vec2);
  return sum;
}

// res = a b
inline void mul_mat_mat(Dense res, ConstDense a, ConstDense b) {
  res.clear();
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.cols; ++k)
      if (const Real scale = a.row(i)[k]; scale != 0) add_scaled(res.row(i), b.row(k), scale);
}

// res = a bᵀ
inline void mul_mat_mat_t(Dense res, ConstDense a, ConstDense b) {
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < b.rows; ++j) res.row(i)[j] = dot(a.row(i), b.row(j));
}

// res = aᵀ b
inline void mul_mat_t_mat(Dense res, ConstDense a, ConstDense b) {
  res.clear();
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j)
      if (const Real scale = a.row(i)[j]; scale != 0) add_scaled(res.row(j), b.row(i), scale);
}

// res = matᵀ diag mat, with the identity where diag is empty
inline void square_mat_t(Dense res, ConstDense mat, std::span<const Real> diag) {
  res.clear();
  for (std::size_t k = 0; k < mat.rows; ++k)
    for (std::size_t i = 0; i < mat.cols; ++i) {
      const auto row = mat.row(k);
      const Real scale = diag.empty() ? row[i] : row[i] * diag[k];
      if (scale != 0) add_scaled(res.row(i).first(i + 1), row.first(i + 1), scale);
    }
  for (std::size_t i = 0; i < mat.cols; ++i)
    for (std::size_t j = 0; j < i; ++j) res.row(j)[i] = res.row(i)[j];
}

// res = matᵀ
inline void transpose(Dense res, ConstDense mat) {
  for (std::size_t i = 0; i < mat.rows; ++i)
    for (std::size_t j = 0; j < mat.cols; ++j) res.row(j)[i] = mat.row(i)[j];
}

// res = (mat + matᵀ) / 2
inline void symmetrize(Dense res, ConstDense mat) {
  for (std::size_t i = 0; i < mat.rows; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      res.row(i)[j] = res.row(j)[i] = 0.5 * (mat.row(i)[j] + mat.row(j)[i]);
}

inline void make_identity(Dense mat) {
  mat.clear();
  for (std::size_t i = 0; i < mat.rows; ++i) mat.row(i)[i] = 1;
}

// The non-zero numbers row by row; false if `values` and `colind` have no room for all.
inline bool dense_to_sparse(ConstDense mat, std::span<Real> values, int* rownnz, int* rowadr, int* colind) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < mat.rows; ++i) {
    rowadr[i] = static_cast<int>(used);
    rownnz[i] = 0;
    for (std::size_t j = 0; j < mat.cols; ++j) {
      const Real value = mat.row(i)[j];
      if (value == 0) continue;
      if (used == values.size()) return false;
      values[used] = value;
      colind[used++] = static_cast<int>(j);
      ++rownnz[i];
    }
  }
  return true;
}

// Scales to unit length and returns the old one; what has none becomes the first axis.
inline Real normalize(std::span<Real> vec) {
  const Real length = norm(vec);
  if (length < kMinVal<Real>) {
    std::fill(vec.begin(), vec.end(), Real(0));
    if (!vec.empty()) vec[0] = 1;
  } else {
    const Real scale = 1 / length;
    for (Real& x : vec) x *= scale;
  }
  return length;
}

}  // namespace corten
