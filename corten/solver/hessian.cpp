#include "corten/solver/hessian.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"

namespace corten {
namespace {

// a refactorisation costs about as much as this share of n rank-one updates
constexpr int kUpdateShare = 6;
// up to here the zeros of a dense factor cost less than the bookkeeping of a sparse one
constexpr int kDenseSize = 48;
constexpr int kCollected = 8;  // rows whose products are summed in one pass over the block

bool quadratic(int state) { return state == kQuadratic; }

}  // namespace

RankChanges rank_changes(const Problem& p, std::span<const int> old_state) {
  RankChanges changes;
  for (int i = 0; i < p.rows.nefc; ++i) {
    changes.quadratic += quadratic(p.state[i]) != quadratic(old_state[i]);
    changes.cone += p.state[i] == kConeZone;
    changes.old_cone += old_state[i] == kConeZone;
  }
  return changes;
}

Hessian::Hessian(const Problem& problem, bool sparse, Arena::Frame& frame)
    : p_(problem), n_(problem.nv), is_sparse_(sparse && n_ > kDenseSize) {
  if (sparse) collect_pattern(frame);
  if (!is_sparse_) dense_ = DenseCholesky(n_, frame);
  block_product_ = frame.alloc<Real>(p_.J.widest * padded(p_.J.widest));
  block_rows_ = frame.alloc<Real>(kCollected * padded(p_.J.widest));
  column_ = frame.zeros<Real>(n_);
}

void Hessian::collect_pattern(Arena::Frame& frame) {
  LowerBits bits(n_, frame);
  for (const RowBlock& b : p_.J.blocks) bits.add_clique({b.cols, static_cast<std::size_t>(b.ncol)});
  product_entries_ = bits.count();
  const CsrPattern& tree = p_.inertia.pattern;
  for (int i = 0; i < n_; ++i)
    for (int k = 0; k < tree.rownnz[i]; ++k) bits.add(i, tree.colind[tree.rowadr[i] + k]);
  bits.add_fill();
  factor_entries_ = bits.count();
  if (is_sparse_) sparse_ = SparseCholesky(bits.pattern(frame), frame);
}

void Hessian::factor() {
  assemble();
  if (is_sparse_) {
    sparse_.factor(kMinVal<Real>);
  } else {
    dense_.factor(kMinVal<Real>);
  }
}

void Hessian::assemble() {
  if (is_sparse_) {
    sparse_.set_zero();
  } else {
    dense_.set_zero();
  }
  add_inertia();
  for (int b = 0; b < static_cast<int>(p_.J.blocks.size()); ++b) add_block(b);
}

void Hessian::add_inertia() {
  const CsrPattern& tree = p_.inertia.pattern;
  for (int i = 0; i < n_; ++i) {
    const int* cols = tree.colind.data() + tree.rowadr[i];
    const Real* values = p_.inertia.M.data() + tree.rowadr[i];
    if (is_sparse_) {
      const LowerPattern& pattern = sparse_.pattern();
      int at = pattern.begin(i);
      for (int k = 0; k < tree.rownnz[i]; ++k) {
        while (pattern.colind[at] != cols[k]) ++at;
        sparse_.values()[at] += values[k];
      }
    } else {
      Real* row = dense_.row(i);
      for (int k = 0; k < tree.rownnz[i]; ++k) row[cols[k]] += values[k];
    }
  }
}

void Hessian::add_block(int b) {
  const RowBlock& block = p_.J.blocks[b];
  std::fill_n(block_product_.begin(), block.ncol * padded(block.ncol), Real(0));
  const bool any_quadratic = accumulate_quadratic(block);
  const bool any_cone = accumulate_cones(block);
  if (any_quadratic || any_cone) scatter_block(b);
}

// block_product_ += Σ D_r J_rᵀ J_r over quadratic rows
bool Hessian::accumulate_quadratic(const RowBlock& block) {
  const int stride = padded(block.ncol);
  Real weight[kCollected];
  int count = 0;
  bool any = false;
  const auto add_collected = [&] {
    dense_kernels().add_products(block_product_.data(), {block_rows_.data(), count, block.ncol}, weight);
    count = 0;
  };
  for (int r = 0; r < block.nrow; ++r) {
    if (!quadratic(p_.state[block.row + r])) continue;
    any = true;
    weight[count] = p_.rows.D[block.row + r];
    Real* row = block_rows_.data() + count++ * stride;
    std::copy_n(block.val + r * block.ncol, block.ncol, row);
    std::fill(row + block.ncol, row + stride, Real(0));
    if (count == kCollected) add_collected();
  }
  if (count) add_collected();
  return any;
}

// block_product_ += Σ J_cᵀ H_c J_c over cones in their middle zone
bool Hessian::accumulate_cones(const RowBlock& block) {
  const int n = block.ncol;
  const auto& cones = p_.rows.cones;
  auto cone = std::lower_bound(cones.begin(), cones.end(), block.row,
                               [](const ContactRows& c, int row) { return c.row < row; });
  bool any = false;
  for (; cone != cones.end() && cone->row < block.row + block.nrow; ++cone) {
    if (p_.state[cone->row] != kConeZone) continue;
    any = true;
    const Real* J = block.val + (cone->row - block.row) * n;
    for (int r = 0; r < cone->dim; ++r) {
      Real* HJ = column_.data();  // row r of H_c J_c
      for (int k = 0; k < cone->dim; ++k) add_scaled(HJ, J + k * n, cone->hessian[r * cone->dim + k], n);
      for (int i = 0; i < n; ++i) add_scaled(block_product_.data() + i * padded(n), HJ, J[r * n + i], i + 1);
      std::fill_n(column_.begin(), n, Real(0));
    }
  }
  return any;
}

void Hessian::scatter_block(int b) {
  const RowBlock& block = p_.J.blocks[b];
  const int n = block.ncol, stride = padded(n);
  if (is_sparse_)
    return sparse_.add_clique({block.cols, static_cast<std::size_t>(n)}, block_product_.data(), stride);
  for (int i = 0; i < n; ++i) {
    const Real* product = block_product_.data() + i * stride;
    Real* row = dense_.row(block.cols[i]);
    for (int j = 0; j <= i; ++j) row[block.cols[j]] += product[j];
  }
}

void Hessian::update(std::span<const int> old_state) {
  const RankChanges changes = rank_changes(p_, old_state);
  if (changes.cone || changes.old_cone || changes.quadratic * kUpdateShare > n_) return factor();
  if (changes.quadratic == 0) return;
  for (int b = 0; b < static_cast<int>(p_.J.blocks.size()); ++b) {
    const RowBlock& block = p_.J.blocks[b];
    for (int row = block.row; row < block.row + block.nrow; ++row) {
      if (quadratic(p_.state[row]) == quadratic(old_state[row])) continue;
      if (!update_row(b, row, quadratic(p_.state[row]) ? 1 : -1)) return factor();  // rank lost: start over
    }
  }
}

bool Hessian::update_row(int b, int row, Real sign) {
  const RowBlock& block = p_.J.blocks[b];
  const Real* J = block.val + (row - block.row) * block.ncol;
  const Real root = std::sqrt(p_.rows.D[row]);
  for (int k = 0; k < block.ncol; ++k) column_[block.cols[k]] = root * J[k];
  const int rank = is_sparse_ ? sparse_.update(column_, sign) : dense_.update(column_, sign);
  std::fill(column_.begin(), column_.end(), Real(0));
  return rank == n_;
}

void Hessian::solve(std::span<const Real> b, std::span<Real> x) const {
  if (is_sparse_) {
    sparse_.solve(b, x);
  } else {
    dense_.solve(b, x);
  }
}

}  // namespace corten
