#include "corten/linalg/cholesky_sparse.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace corten {
namespace {

constexpr int kCollected = 16;  // weighted rows handed over at once
constexpr int kAtOnce = 8;      // of these, products are added together

// The rows of a block whose weight is not 0, some at a time.
template <class Fn>
void for_weighted_rows(const BlockMatrix::Block& block, std::span<const Real> weight, Fn&& fn) {
  const Real* row[kCollected];
  Real w[kCollected];
  int count = 0;
  for (int r = 0; r < block.rows.nrow; ++r) {
    if (weight[block.row + r] == 0) continue;
    row[count] = block.rows.tiled + r * 4 * block.rows.ntile;
    w[count++] = weight[block.row + r];
    if (count < kCollected) continue;
    fn(WeightedTiles{row, w, count});
    count = 0;
  }
  if (count > 0) fn(WeightedTiles{row, w, count});
}

}  // namespace

SparseCholesky::SparseCholesky(const BlockMatrix& J, const CsrPattern& inertia, Arena::Frame& frame)
    : stride_((J.cols() + 3) / 4 * 4) {
  Elimination order(J.cols(), frame);
  for (const BlockMatrix::Block& b : J.blocks())
    order.add_clique({b.rows.cols, static_cast<std::size_t>(b.rows.ncol)});
  product_entries_ = order.count();
  order.add_tree(inertia, frame);
  order.run(frame);
  factor_entries_ = order.factor_entries();
  take_order(order, frame);
  take_columns(order, frame);
  work_ = frame.zeros<Real>(stride_);
  weighted_ = frame.alloc<Real>(kAtOnce * 4 * J.most_tiles());
}

void SparseCholesky::take_order(const Elimination& order, Arena::Frame& frame) {
  const int n = f_.n = order.size();
  const std::span<const int*> below = frame.alloc<const int*>(n);
  const std::span<int> nbelow = frame.alloc<int>(n);
  const std::span<bool> extends = frame.alloc<bool>(n);
  for (int i = 0; i < n; ++i) {
    below[i] = order.below(i).data();
    nbelow[i] = static_cast<int>(order.below(i).size());
    extends[i] = order.extends_row_above(i);
  }
  f_.below = below.data();
  f_.nbelow = nbelow.data();
  f_.extends = extends.data();
  f_.at = frame.alloc<int>(n).data();
  f_.work = frame.alloc<Real>(stride_).data();
}

// Runs and fours of columns of each row, read off its bits.
void SparseCholesky::take_columns(const Elimination& order, Arena::Frame& frame) {
  const int n = f_.n;
  const std::span<int> tileadr = frame.alloc<int>(n + 1), runadr = frame.alloc<int>(n + 1);
  int* tile = frame.alloc<int>(factor_entries_ - n).data();
  ColumnRun* run = frame.alloc<ColumnRun>(factor_entries_ - n).data();
  int ntile = 0, nrun = 0;
  for (int i = 0; i < n; ++i) {
    tileadr[i] = ntile;
    runadr[i] = nrun;
    int from = 0;
    for (int w = 0; w <= i / 64; ++w)
      for (std::uint64_t bits = order.row(i)[w]; bits;) {
        const int first = std::countr_zero(bits), count = std::countr_one(bits >> first);
        const int col = 64 * w + first;
        if (nrun > runadr[i] && run[nrun - 1].col + run[nrun - 1].count == col) {
          run[nrun - 1].count += count;  // goes on from the word before
        } else {
          run[nrun++] = {col, from, count};
        }
        for (int four = col / 4 * 4; four < col + count; four += 4)
          if (ntile == tileadr[i] || tile[ntile - 1] != four) tile[ntile++] = four;
        from += count;
        bits = first + count == 64 ? 0 : bits >> (first + count) << (first + count);
      }
  }
  tileadr[n] = ntile;
  runadr[n] = nrun;
  f_.tileadr = tileadr.data();
  f_.tile = tile;
  f_.runadr = runadr.data();
  f_.run = run;
}

void SparseCholesky::assemble(std::span<Real> mat, const BlockMatrix& J, std::span<const Real> weight,
                              const CsrPattern& inertia, std::span<const Real> M) const {
  std::fill(mat.begin(), mat.end(), Real(0));
  for (const BlockMatrix::Block& block : J.blocks())
    for_weighted_rows(block, weight, [&](const WeightedTiles& rows) {
      sparse_kernels().add_products(f_, mat.data(), block.rows, rows, weighted_.data());
    });
  add_inertia(mat, inertia, M);
}

void SparseCholesky::add_inertia(std::span<Real> mat, const CsrPattern& inertia,
                                 std::span<const Real> M) const {
  Real* diagonal = mat.data() + 4 * f_.tileadr[f_.n];
  for (int i = 0; i < f_.n; ++i) {
    const int* tile = f_.tile + f_.tileadr[i];
    Real* own = mat.data() + 4 * f_.tileadr[i];
    int k = inertia.rowadr[i];
    const int last = k + inertia.rownnz[i] - 1;
    for (; k < last; ++k) {
      const int col = inertia.colind[k];
      while (*tile + 4 <= col) ++tile, own += 4;
      own[col - *tile] += M[k];
    }
    diagonal[i] += M[last];
  }
}

bool SparseCholesky::factor(std::span<Real> mat, Real mindiag) const {
  return sparse_kernels().factor(f_, mat.data(), mindiag) == 0;
}

void SparseCholesky::solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) const {
  std::copy(b.begin(), b.end(), work_.begin());
  sparse_kernels().solve(f_, factor.data(), work_.data());
  std::copy_n(work_.begin(), f_.n, x.begin());
}

bool SparseCholesky::update(std::span<Real> factor, std::span<Real> x, std::span<const Real> sign) const {
  const int count = static_cast<int>(sign.size());
  assert(count <= kTogether && static_cast<int>(x.size()) >= count * stride_);
  return sparse_kernels().update(f_, factor.data(), x.data(), sign.data(), count) == 0;
}

}  // namespace corten
