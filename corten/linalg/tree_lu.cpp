#include "corten/linalg/tree_lu.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

struct Row {
  const int* colind;
  int adr;
  int nnz;
  int diagonal;  // position of the diagonal in the row
};

Row row_of(const CsrPattern& p, std::span<const int> diagonal, int i) {
  const std::size_t r = static_cast<std::size_t>(i);
  return {p.colind.data() + p.rowadr[r], p.rowadr[r], p.rownnz[r], diagonal[r]};
}

// ancestor row −= scale · (entries of row left of its diagonal). Both rows start with the chain down to the
// ancestor; the dofs between the two stand further right in the ancestor's row.
void subtract_row(const Row& ancestor, const Row& row, Real scale, Real* a) {
  const int shared = ancestor.diagonal + 1;
  Real* target = a + ancestor.adr;
  const Real* source = a + row.adr;
  for (int k = 0; k < shared; ++k) target[k] -= scale * source[k];
  for (int k = shared, p = shared; k < row.diagonal; ++k) {
    while (ancestor.colind[p] != row.colind[k]) ++p;
    target[p] -= scale * source[k];
  }
}

}  // namespace

void factor_tree_lu(const CsrPattern& pattern, std::span<const int> diagonal, std::span<Real> matrix) {
  Real* a = matrix.data();
  for (int i = pattern.rows() - 1; i >= pattern.first; --i) {
    const Row row = row_of(pattern, diagonal, i);
    const Real pivot = a[row.adr + row.diagonal];
    for (int k = row.diagonal - 1; k >= 0; --k) {
      const Row ancestor = row_of(pattern, diagonal, row.colind[k]);
      const int* end = ancestor.colind + ancestor.nnz;
      const int at = static_cast<int>(std::lower_bound(ancestor.colind, end, i) - ancestor.colind);
      assert(at < ancestor.nnz && ancestor.colind[at] == i);
      Real& u = a[ancestor.adr + at];
      u /= pivot;
      subtract_row(ancestor, row, u, a);
    }
  }
}

void solve_tree_lu(const CsrPattern& pattern, std::span<const int> diagonal, std::span<const Real> factor,
                   std::span<Real> x) {
  const Real* a = factor.data();
  Real* y = x.data();
  for (int i = pattern.rows() - 1; i >= pattern.first; --i) {
    const Row row = row_of(pattern, diagonal, i);
    const int upper = row.diagonal + 1;
    if (row.nnz > upper) y[i] -= dot_sparse(a + row.adr + upper, row.colind + upper, row.nnz - upper, y);
  }
  for (int i = pattern.first; i < pattern.rows(); ++i) {
    const Row row = row_of(pattern, diagonal, i);
    if (row.diagonal) y[i] -= dot_sparse(a + row.adr, row.colind, row.diagonal, y);
    y[i] /= a[row.adr + row.diagonal];
  }
}

}  // namespace corten
