// Lᵀ D L on kinematic-tree sparsity for any scalar: the plain loops, in the order the fast kernels keep too.
#pragma once

namespace corten {

// Where the entries of a matrix on tree sparsity are: rows from the root on, the diagonal last.
struct TreePattern {
  int n = 0;
  const int* rownnz = nullptr;
  const int* rowadr = nullptr;
  const int* colind = nullptr;
};

template <class T>
void factor_tree(const TreePattern& p, T* matrix, T* inverse_diagonal) {
  for (int i = p.n - 1; i >= 0; --i) {
    T* row = matrix + p.rowadr[i];
    const int* ancestor = p.colind + p.rowadr[i];
    const int lower = p.rownnz[i] - 1;
    const T inverse = T(1) / row[lower];
    for (int e = lower - 1; e >= 0; --e) {
      T* above = matrix + p.rowadr[ancestor[e]];
      const T scale = -row[e] * inverse;
      for (int j = 0; j <= e; ++j) above[j] = above[j] + row[j] * scale;
    }
    for (int e = 0; e < lower; ++e) row[e] *= inverse;
    inverse_diagonal[i] = inverse;
  }
}

// Σ values[k] · x[colind[k]], summed as vector_kernels.h sums
template <class T>
T dot_tree_row(const T* values, const int* colind, int nnz, const T* x) {
  T s[4] = {T(0), T(0), T(0), T(0)};
  int i = 0;
  for (; i + 4 <= nnz; i += 4)
    for (int k = 0; k < 4; ++k) s[k] += values[i + k] * x[colind[i + k]];
  T sum = (s[0] + s[2]) + (s[1] + s[3]);
  for (; i < nnz; ++i) sum += values[i] * x[colind[i]];
  return sum;
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
      x[i] -= dot_tree_row(factor + p.rowadr[i], p.colind + p.rowadr[i], lower, x);
}

}  // namespace corten
