// Lᵀ D L on kinematic-tree sparsity for any scalar: the plain loops, in the order the fast kernels keep too.
#pragma once

#include "corten/linalg/vector_kernels.h"

namespace corten {

// Where the entries of a matrix on tree sparsity are: rows from the root on, the diagonal last.
struct TreePattern {
  int n = 0;
  const int* rownnz = nullptr;
  const int* rowadr = nullptr;
  const int* colind = nullptr;
};

// y += a · s over the first n entries
template <class T>
void add_scaled_row(T* y, const T* a, T s, int n) {
  for (int j = 0; j < n; ++j) y[j] = y[j] + a[j] * s;
}

// Takes row i out of its ancestors.
template <class T>
void eliminate_row(const TreePattern& p, T* matrix, int i, T inverse) {
  const T* row = matrix + p.rowadr[i];
  const int* ancestor = p.colind + p.rowadr[i];
  for (int e = p.rownnz[i] - 2; e >= 0; --e)
    add_scaled_row(matrix + p.rowadr[ancestor[e]], row, -row[e] * inverse, e + 1);
}

// Rows i and i − 1, its parent: one load and store of an ancestor's row serves both.
template <class T>
void eliminate_pair(const TreePattern& p, T* matrix, int i, T* inverse_diagonal) {
  const T* child = matrix + p.rowadr[i];
  T* parent = matrix + p.rowadr[i - 1];
  const int shared = p.rownnz[i] - 2;  // ancestors of both
  const T child_inverse = inverse_diagonal[i] = T(1) / child[shared + 1];
  add_scaled_row(parent, child, -child[shared] * child_inverse, shared + 1);
  const T parent_inverse = inverse_diagonal[i - 1] = T(1) / parent[shared];
  const int* ancestor = p.colind + p.rowadr[i];
  for (int e = shared - 1; e >= 0; --e) {
    T* above = matrix + p.rowadr[ancestor[e]];
    const T s = -child[e] * child_inverse, t = -parent[e] * parent_inverse;
    for (int j = 0; j <= e; ++j) above[j] = above[j] + child[j] * s + parent[j] * t;
  }
}

template <class T>
void factor_tree(const TreePattern& p, T* matrix, T* inverse_diagonal) {
  for (int i = p.n - 1; i >= 0; --i) {
    const int lower = p.rownnz[i] - 1;
    if (lower > 0 && p.colind[p.rowadr[i] + lower - 1] == i - 1) {
      eliminate_pair(p, matrix, i, inverse_diagonal);
      --i;
    } else {
      inverse_diagonal[i] = T(1) / matrix[p.rowadr[i] + lower];
      eliminate_row(p, matrix, i, inverse_diagonal[i]);
    }
  }
  for (int i = 0; i < p.n; ++i)
    for (int e = 0; e < p.rownnz[i] - 1; ++e) matrix[p.rowadr[i] + e] *= inverse_diagonal[i];
}

// x ← matrix⁻¹ x
template <class T>
void solve_tree(const TreePattern& p, const T* factor, const T* inverse_diagonal, T* x) {
  for (int i = p.n - 1; i > 0; --i) {
    const T* row = factor + p.rowadr[i];
    const int* ancestor = p.colind + p.rowadr[i];
    const T xi = x[i];
    for (int k = 0; k < p.rownnz[i] - 1; ++k) x[ancestor[k]] -= row[k] * xi;
  }
  for (int i = 0; i < p.n; ++i) x[i] *= inverse_diagonal[i];
  for (int i = 1; i < p.n; ++i)
    if (const int lower = p.rownnz[i] - 1)
      x[i] -= dot_sparse(factor + p.rowadr[i], p.colind + p.rowadr[i], lower, x);
}

// y = matrix x. A row's own sum begins at the diagonal and takes ancestors the nearest first, as the oracle
// adds.
template <class T>
void mul_tree(const TreePattern& p, const T* matrix, const T* x, T* y) {
  for (int i = 0; i < p.n; ++i) {
    const T* row = matrix + p.rowadr[i];
    const int* ancestor = p.colind + p.rowadr[i];
    const T xi = x[i];
    T sum = row[p.rownnz[i] - 1] * xi;
    for (int k = p.rownnz[i] - 2; k >= 0; --k) {
      sum = sum + row[k] * x[ancestor[k]];
      y[ancestor[k]] = y[ancestor[k]] + row[k] * xi;
    }
    y[i] = sum;
  }
}

}  // namespace corten
