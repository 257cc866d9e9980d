#include "corten/linalg/cholesky_sparse.h"

#include <algorithm>
#include <cassert>

namespace corten {
namespace {

constexpr int kCollected = 16;  // weighted rows handed over at once
constexpr int kAtOnce = 4;      // of these their products are added together

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

// The rows of a block whose weight is not 0, some at a time.
template <class Fn>
void for_weighted_rows(const BlockMatrix& J, const BlockMatrix::Block& block, std::span<const Real> weight,
                       Fn&& fn) {
  const Real* row[kCollected];
  Real w[kCollected];
  int count = 0;
  for (int r = block.row; r < block.row + block.rows.nrow; ++r) {
    if (weight[r] == 0) continue;
    row[count] = J.row(r);
    w[count++] = weight[r];
    if (count < kCollected) continue;
    fn(WeightedBlockRows{row, w, count});
    count = 0;
  }
  if (count > 0) fn(WeightedBlockRows{row, w, count});
}

}  // namespace

SparseCholesky::SparseCholesky(LowerBits& bits, Arena::Frame& frame) { take_pattern(bits, frame); }

SparseCholesky::SparseCholesky(const BlockMatrix& J, const CsrPattern& inertia, Arena::Frame& frame) {
  LowerBits bits(J.cols(), frame);
  for (const BlockMatrix::Block& b : J.blocks())
    bits.add_clique({b.cols, static_cast<std::size_t>(b.rows.ncol)});
  product_entries_ = bits.count();
  for (int i = 0; i < J.cols(); ++i)
    for (int k = 0; k < inertia.rownnz[i]; ++k) bits.add(i, inertia.colind[inertia.rowadr[i] + k]);
  take_pattern(bits, frame);
  weighted_ = frame.alloc<Real>(kAtOnce * J.widest());
}

void SparseCholesky::take_pattern(LowerBits& bits, Arena::Frame& frame) {
  const LowerPattern matrix = bits.pattern(frame);
  bits.add_fill();
  pattern_ = bits.pattern(frame);
  f_.n = pattern_.n;
  f_.rowadr = pattern_.rowadr.data();
  f_.work = frame.alloc<Real>(pattern_.n).data();
  find_row_runs(frame);
  find_order(matrix, frame);
}

void SparseCholesky::find_row_runs(Arena::Frame& frame) {
  const std::span<int> runadr = frame.alloc<int>(pattern_.n + 1);
  const std::span<ColumnRun> runs = frame.alloc<ColumnRun>(pattern_.nnz());
  runadr[0] = 0;
  for (int row = 0; row < pattern_.n; ++row)
    runadr[row + 1] =
        runadr[row] + find_runs(&pattern_.colind[pattern_.begin(row)],
                                pattern_.begin(row + 1) - pattern_.begin(row), runs.data() + runadr[row]);
  f_.runadr = runadr.data();
  f_.run = runs.data();
}

// It has the columns of the row above and its own diagonal. Fill hands the columns of a row to the row above
// if that is among them, so equal lengths tell equal columns.
bool SparseCholesky::extends_row_above(int row) const {
  const int length = pattern_.begin(row + 1) - pattern_.begin(row);
  return length > 1 && pattern_.colind[pattern_.diagonal(row) - 1] == row - 1 &&
         length == pattern_.begin(row) - pattern_.begin(row - 1) + 1;
}

// Column by column from the last: from each entry of the matrix up the elimination tree, to where the column
// has been already. That finds the fill; the order in which it is found is the order of the sums.
void SparseCholesky::find_order(const LowerPattern& matrix, Arena::Frame& frame) {
  const int n = pattern_.n;
  const Columns columns = transpose(matrix, frame);
  std::span<int> parent = frame.alloc<int>(n), seen = frame.alloc<int>(n), adr = frame.alloc<int>(n + 1);
  std::span<RowsBelow> below = frame.alloc<RowsBelow>(pattern_.nnz() - n);
  int count = 0;
  for (int col = n - 1; col >= 0; --col) {
    const int first = adr[n - 1 - col] = count;
    parent[col] = -1;
    seen[col] = col;
    for (int k = columns.adr[col]; k < columns.adr[col + 1]; ++k) {
      for (int row = columns.rows[k]; seen[row] != col; row = parent[row]) {
        if (parent[row] < 0) parent[row] = col;
        seen[row] = col;
        if (count > first && row == below[count - 1].row + below[count - 1].count && extends_row_above(row)) {
          ++below[count - 1].count;
        } else {
          below[count++] = {row, 1};
        }
      }
    }
  }
  adr[n] = count;
  f_.belowadr = adr.data();
  f_.below = below.data();
}

void SparseCholesky::assemble(std::span<Real> mat, const BlockMatrix& J, std::span<const Real> weight,
                              const CsrPattern& inertia, std::span<const Real> M) const {
  std::fill(mat.begin(), mat.end(), Real(0));
  for (const BlockMatrix::Block& block : J.blocks())
    for_weighted_rows(J, block, weight, [&](const WeightedBlockRows& rows) {
      sparse_kernels().add_products(f_, mat.data(), block.rows, rows, weighted_.data());
    });
  add_inertia(mat, inertia, M);
}

void SparseCholesky::add_inertia(std::span<Real> mat, const CsrPattern& inertia,
                                 std::span<const Real> M) const {
  for (int i = 0; i < pattern_.n; ++i) {
    int at = pattern_.begin(i);
    for (int k = inertia.rowadr[i]; k < inertia.rowadr[i] + inertia.rownnz[i]; ++k) {
      while (pattern_.colind[at] != inertia.colind[k]) ++at;
      mat[at] += M[k];
    }
  }
}

bool SparseCholesky::factor(std::span<Real> mat, Real mindiag) const {
  return sparse_kernels().factor(f_, mat.data(), mindiag) == 0;
}

void SparseCholesky::solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) const {
  if (x.data() != b.data()) std::copy(b.begin(), b.end(), x.begin());
  sparse_kernels().solve(f_, factor.data(), x.data());
}

bool SparseCholesky::update(std::span<Real> factor, std::span<Real> x, std::span<const Real> sign) const {
  const int count = static_cast<int>(sign.size());
  assert(count <= kTogether && static_cast<int>(x.size()) >= count * pattern_.n);
  return sparse_kernels().update(f_, factor.data(), x.data(), sign.data(), count) == 0;
}

}  // namespace corten
