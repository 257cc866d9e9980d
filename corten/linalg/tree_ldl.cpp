#include "corten/linalg/tree_ldl.h"

#include <cassert>
#include <cstddef>

#include "corten/linalg/tree_kernels.h"
#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

struct Row {
  const int* colind;
  int adr;
  int lower;  // entries left of the diagonal
};

Row row_of(const CsrPattern& p, int i) {
  const std::size_t r = static_cast<std::size_t>(i);
  return {p.colind.data() + p.rowadr[r], p.rowadr[r], p.rownnz[r] - 1};
}

// x ← L⁻ᵀ x
void solve_transposed(const CsrPattern& pattern, const Real* factor, Real* x) {
  for (int i = pattern.rows() - 1; i > pattern.first; --i) {
    const Row row = row_of(pattern, i);
    const Real* values = factor + row.adr;
    const Real xi = x[i];
    if (row.lower == 0 || xi == 0) continue;
    for (int k = 0; k < row.lower; ++k) x[row.colind[k]] -= values[k] * xi;
  }
}

// x ← L⁻¹ x
void solve_lower(const CsrPattern& pattern, const Real* factor, Real* x) {
  for (int i = pattern.first + 1; i < pattern.rows(); ++i) {
    const Row row = row_of(pattern, i);
    if (row.lower) x[i] -= dot_sparse(factor + row.adr, row.colind, row.lower, x);
  }
}

// `child` is the row of a child of row i and is stored right after it
bool is_link_of(const Row& child, const Row& parent, int i) {
  return child.lower == parent.lower + 1 && child.adr == parent.adr + parent.lower + 1 &&
         child.colind[parent.lower] == i;
}

// Row i of the symmetric product: its own sum, and what it adds to its ancestors' sums. Ancestors are taken
// the nearest first, as the oracle adds.
void mul_row(const Real* matrix, const Row& row, int i, const Real* x, Real* y) {
  const Real* values = matrix + row.adr;
  const Real xi = x[i];
  Real sum = values[row.lower] * xi;
  for (int k = row.lower - 1; k >= 0; --k) {
    const int ancestor = row.colind[k];
    sum += values[k] * x[ancestor];
    y[ancestor] += values[k] * xi;
  }
  y[i] = sum;
}

// The same of row i and of its child's, row i + 1, in one walk of their common ancestors.
void mul_two_links(const Real* matrix, const Row& row, int i, const Real* x, Real* y) {
  const Real* values = matrix + row.adr;
  const Real* child = values + row.lower + 1;  // rows follow each other
  const Real xi = x[i], xc = x[i + 1];
  const Real coupling = child[row.lower];
  Real sum = values[row.lower] * xi, child_sum = child[row.lower + 1] * xc + coupling * xi;
  for (int k = row.lower - 1; k >= 0; --k) {
    const int ancestor = row.colind[k];
    const Real xa = x[ancestor];
    sum += values[k] * xa;
    child_sum += child[k] * xa;
    y[ancestor] = y[ancestor] + values[k] * xi + child[k] * xc;
  }
  y[i] = sum + coupling * xc;
  y[i + 1] = child_sum;
}

}  // namespace

bool is_diagonal(const CsrPattern& pattern) {
  const std::size_t n = pattern.rownnz.size();
  return n > 0 && pattern.rowadr[n - 1] + pattern.rownnz[n - 1] - pattern.rowadr[0] == static_cast<int>(n);
}

void factor_tree_ldl(const CsrPattern& pattern, std::span<Real> matrix, std::span<Real> inverse_diagonal) {
  assert(inverse_diagonal.size() >= pattern.rownnz.size());
  tree_kernels().factor({pattern.rows(), pattern.rownnz.data(), pattern.rowadr.data(), pattern.colind.data(),
                         matrix.data(), pattern.first},
                        inverse_diagonal.data());
}

void solve_tree_ldl(const CsrPattern& pattern, std::span<const Real> factor,
                    std::span<const Real> inverse_diagonal, int count, std::span<Real> x) {
  const int n = pattern.rows();
  assert(x.size() >= static_cast<std::size_t>(n) * static_cast<std::size_t>(count));
  for (int v = 0; v < count; ++v) {
    Real* y = x.data() + static_cast<std::ptrdiff_t>(v) * n;
    solve_transposed(pattern, factor.data(), y);
    for (int i = pattern.first; i < n; ++i) y[i] *= inverse_diagonal[static_cast<std::size_t>(i)];
    solve_lower(pattern, factor.data(), y);
  }
}

void half_solve_tree_ldl(const CsrPattern& pattern, std::span<const Real> factor, std::span<const Real> scale,
                         int count, std::span<Real> x) {
  const int n = pattern.rows();
  assert(x.size() == static_cast<std::size_t>(n) * static_cast<std::size_t>(count));
  for (int v = 0; v < count; ++v) {
    Real* y = x.data() + static_cast<std::ptrdiff_t>(v) * n;
    solve_transposed(pattern, factor.data(), y);
    for (int i = 0; i < n; ++i) y[i] *= scale[static_cast<std::size_t>(i)];
  }
}

void mul_tree_symmetric(const CsrPattern& pattern, std::span<const Real> matrix, std::span<const Real> v,
                        std::span<Real> result) {
  const int n = pattern.rows();
  const int *count = pattern.rownnz.data(), *adr = pattern.rowadr.data();
  if (is_diagonal(pattern)) {
    const Real *diagonal = matrix.data() + adr[0], *x = v.data();
    for (int i = 0; i < n; ++i) result.data()[i] = diagonal[i] * x[i];
    return;
  }
  for (int i = 0; i < n;) {
    if (count[i] == 1 && (i + 1 == n || count[i + 1] == 1)) {  // moves by itself
      result.data()[i] = matrix.data()[adr[i]] * v.data()[i];
      ++i;
      continue;
    }
    const Row row = row_of(pattern, i);
    if (i + 1 < n && is_link_of(row_of(pattern, i + 1), row, i)) {
      mul_two_links(matrix.data(), row, i, v.data(), result.data());
      i += 2;
    } else {
      mul_row(matrix.data(), row, i, v.data(), result.data());
      i += 1;
    }
  }
}

}  // namespace corten
