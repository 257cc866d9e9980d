#include "corten/linalg/cholesky_ordered.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"

namespace corten {
namespace {

// Rows of each column's entries below the diagonal, ascending.
struct Columns {
  std::span<int> adr;  // n + 1
  std::span<int> rows;
};

Columns transpose(const LowerPattern& lower, Arena::Frame& frame) {
  Columns columns{frame.zeros<int>(lower.n + 1), frame.alloc<int>(lower.nnz() - lower.n)};
  for (int row = 0; row < lower.n; ++row)
    for (int k = lower.begin(row); k < lower.diagonal(row); ++k) ++columns.adr[lower.colind[k] + 1];
  for (int col = 0; col < lower.n; ++col) columns.adr[col + 1] += columns.adr[col];
  std::span<int> next = frame.alloc<int>(lower.n);
  std::copy_n(columns.adr.begin(), lower.n, next.begin());
  for (int row = 0; row < lower.n; ++row)
    for (int k = lower.begin(row); k < lower.diagonal(row); ++k) columns.rows[next[lower.colind[k]]++] = row;
  return columns;
}

}  // namespace

OrderedCholesky::OrderedCholesky(LowerBits& bits, Arena::Frame& frame) {
  const LowerPattern matrix = bits.pattern(frame);
  bits.add_fill();
  pattern_ = bits.pattern(frame);
  work_ = frame.zeros<Real>(pattern_.n);
  find_order(matrix, frame);
}

// Column by column from the last: from each entry of the matrix up the elimination tree, to where the column
// has been already. That finds the fill; the order in which it is found is the order of the sums.
void OrderedCholesky::find_order(const LowerPattern& matrix, Arena::Frame& frame) {
  const int n = pattern_.n;
  const Columns columns = transpose(matrix, frame);
  std::span<int> parent = frame.alloc<int>(n), seen = frame.alloc<int>(n), next = frame.alloc<int>(n);
  below_of_ = frame.alloc<std::span<const Below>>(n);
  std::span<Below> entries = frame.alloc<Below>(pattern_.nnz() - n);
  for (int col = n - 1; col >= 0; --col) {
    parent[col] = -1;
    seen[col] = col;
    next[col] = pattern_.diagonal(col) - 1;  // its entries are met from the last to the first
    std::size_t count = 0;
    for (int k = columns.adr[col]; k < columns.adr[col + 1]; ++k) {
      for (int row = columns.rows[k]; seen[row] != col; row = parent[row]) {
        if (parent[row] < 0) parent[row] = col;
        entries[count++] = {row, next[row]--};
        seen[row] = col;
      }
    }
    below_of_[col] = entries.first(count);
    entries = entries.subspan(count);
  }
}

// off the diagonal x_i (scale x_j), j < i; on it (x_i x_i) scale
void OrderedCholesky::add_product(std::span<Real> mat, std::span<const int> cols, const Real* x,
                                  Real scale) const {
  for (std::size_t i = 0; i < cols.size(); ++i) {
    int at = pattern_.begin(cols[i]);
    for (std::size_t j = 0; j < i; ++j) {
      while (pattern_.colind[at] != cols[j]) ++at;
      mat[at] += x[i] * (scale * x[j]);
    }
    mat[pattern_.diagonal(cols[i])] += x[i] * x[i] * scale;
  }
}

int OrderedCholesky::factor(std::span<Real> mat, Real mindiag) const {
  int rank = pattern_.n;
  for (int row = pattern_.n - 1; row >= 0; --row) {
    const int first = pattern_.begin(row), diagonal = pattern_.diagonal(row);
    for (int k = first; k <= diagonal; ++k) work_[pattern_.colind[k]] = mat[k];
    for (const Below& b : below_of_[row]) {
      const Real scale = mat[b.entry];
      for (int k = pattern_.begin(b.row); k <= b.entry; ++k) work_[pattern_.colind[k]] -= scale * mat[k];
    }
    Real pivot = work_[row];
    if (pivot < mindiag) {
      pivot = mindiag;
      --rank;
    }
    mat[diagonal] = std::sqrt(pivot);
    const Real inverse = 1 / mat[diagonal];
    for (int k = first; k < diagonal; ++k) mat[k] = work_[pattern_.colind[k]] * inverse;
    for (int k = first; k <= diagonal; ++k) work_[pattern_.colind[k]] = 0;
  }
  return rank;
}

void OrderedCholesky::solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) const {
  if (x.data() != b.data()) std::copy(b.begin(), b.end(), x.begin());
  for (int row = pattern_.n - 1; row >= 0; --row) {  // Lᵀ y = b
    if (x[row] == 0) continue;
    x[row] /= factor[pattern_.diagonal(row)];
    for (int k = pattern_.begin(row); k < pattern_.diagonal(row); ++k)
      x[pattern_.colind[k]] -= factor[k] * x[row];
  }
  for (int row = 0; row < pattern_.n; ++row) {  // L x = y
    const int first = pattern_.begin(row), diagonal = pattern_.diagonal(row);
    if (diagonal > first)
      x[row] -= dot_sparse(&factor[first], &pattern_.colind[first], diagonal - first, x.data());
    x[row] /= factor[diagonal];
  }
}

int OrderedCholesky::update(std::span<Real> factor, std::span<Real> x, Real sign) const {
  int rank = pattern_.n;
  for (int row = pattern_.n - 1; row >= 0; --row) {
    if (x[row] == 0) continue;
    const int diagonal = pattern_.diagonal(row);
    const Real before = factor[diagonal], v = x[row];
    Real squared = before * before + sign * (v * v);
    if (squared < kMinVal<Real>) {
      squared = kMinVal<Real>;
      --rank;
    }
    const Real pivot = std::sqrt(squared);
    factor[diagonal] = pivot;
    const Real c = before / pivot, s = v / pivot;
    for (int k = pattern_.begin(row); k < diagonal; ++k) {
      Real& other = x[pattern_.colind[k]];
      const Real value = factor[k];
      factor[k] = c * value + sign * s * other;
      other = c * other - s * value;
    }
  }
  return rank;
}

}  // namespace corten
