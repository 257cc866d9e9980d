#include "corten/solver/hessian.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {

constexpr Real kMinPivot = 1e-15;  // mjMINVAL
// a refactorisation costs about as much as this share of n rank-one updates
constexpr int kUpdateShare = 6;
constexpr int kCollected = 8;  // rows whose products are summed in one pass over the block

int triangle(int n) { return n * (n + 1) / 2; }
bool quadratic(int state) { return state == kQuadratic; }

}  // namespace

Hessian::Hessian(const Problem& problem, bool sparse, Arena::Frame& frame) : p_(problem), n_(problem.nv) {
  if (sparse) {
    make_pattern(frame);
    locate_blocks(frame);
    factor_ = frame.alloc<Real>(pattern_.nnz());
  } else {
    dense_ = DenseCholesky(n_, frame);
  }
  block_product_ = frame.alloc<Real>(p_.J.widest * padded(p_.J.widest));
  block_rows_ = frame.alloc<Real>(kCollected * padded(p_.J.widest));
  column_ = frame.zeros<Real>(n_);
}

void Hessian::make_pattern(Arena::Frame& frame) {
  LowerBits bits(n_, frame);
  for (const RowBlock& b : p_.J.blocks) bits.add_clique({b.cols, static_cast<std::size_t>(b.ncol)});
  product_entries_ = bits.count();
  const CsrPattern& tree = p_.inertia.pattern;
  for (int i = 0; i < n_; ++i)
    for (int k = 0; k < tree.rownnz[i]; ++k) bits.add(i, tree.colind[tree.rowadr[i] + k]);
  bits.add_fill();
  pattern_ = bits.pattern(frame);
}

void Hessian::locate_blocks(Arena::Frame& frame) {
  const int nblock = static_cast<int>(p_.J.blocks.size());
  entry_adr_ = frame.alloc<int>(nblock);
  int total = 0;
  for (int b = 0; b < nblock; ++b) {
    entry_adr_[b] = total;
    total += triangle(p_.J.blocks[b].ncol);
  }
  entries_ = frame.alloc<int>(total);
  for (int b = 0; b < nblock; ++b) {
    const RowBlock& block = p_.J.blocks[b];
    int* entry = entries_.data() + entry_adr_[b];
    for (int i = 0; i < block.ncol; ++i) {
      int at = pattern_.begin(block.cols[i]);
      for (int j = 0; j <= i; ++j) {
        while (pattern_.colind[at] != block.cols[j]) ++at;
        *entry++ = at;
      }
    }
  }
}

void Hessian::factor() {
  assemble();
  if (sparse()) {
    cholesky_factor(pattern_, factor_, kMinPivot);
  } else {
    dense_.factor(kMinPivot);
  }
}

void Hessian::assemble() {
  if (sparse()) {
    std::fill(factor_.begin(), factor_.end(), Real(0));
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
    int at = sparse() ? pattern_.begin(i) : 0;
    for (int k = 0; k < tree.rownnz[i]; ++k) {
      if (sparse()) {
        while (pattern_.colind[at] != cols[k]) ++at;
        factor_[at] += values[k];
      } else {
        dense_.row(i)[cols[k]] += values[k];
      }
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
  const int n = block.ncol;
  const int* entry = sparse() ? entries_.data() + entry_adr_[b] : nullptr;
  for (int i = 0; i < n; ++i) {
    const Real* product = block_product_.data() + i * padded(n);
    if (entry) {
      for (int j = 0; j <= i; ++j) factor_[*entry++] += product[j];
    } else {
      Real* row = dense_.row(block.cols[i]);
      for (int j = 0; j <= i; ++j) row[block.cols[j]] += product[j];
    }
  }
}

int Hessian::update(std::span<const int> old_state) {
  int changed = 0, cone_rows = 0, old_cone_rows = 0;
  for (int i = 0; i < p_.rows.nefc; ++i) {
    changed += quadratic(p_.state[i]) != quadratic(old_state[i]);
    cone_rows += p_.state[i] == kConeZone;
    old_cone_rows += old_state[i] == kConeZone;
  }
  const int updates = changed + cone_rows;
  if (cone_rows || old_cone_rows || changed * kUpdateShare > n_) {
    factor();
    return updates;
  }
  for (int b = 0; b < static_cast<int>(p_.J.blocks.size()) && changed; ++b) {
    const RowBlock& block = p_.J.blocks[b];
    for (int row = block.row; row < block.row + block.nrow; ++row) {
      if (quadratic(p_.state[row]) == quadratic(old_state[row])) continue;
      if (!update_row(b, row, quadratic(p_.state[row]) ? 1 : -1)) {  // rank lost: start over
        factor();
        return p_.rows.nefc;
      }
    }
  }
  return updates;
}

bool Hessian::update_row(int b, int row, Real sign) {
  const RowBlock& block = p_.J.blocks[b];
  const Real* J = block.val + (row - block.row) * block.ncol;
  const Real root = std::sqrt(p_.rows.D[row]);
  for (int k = 0; k < block.ncol; ++k) column_[block.cols[k]] = root * J[k];
  const int rank =
      sparse() ? cholesky_update(pattern_, factor_, column_, sign) : dense_.update(column_, sign);
  std::fill(column_.begin(), column_.end(), Real(0));
  return rank == n_;
}

void Hessian::solve(std::span<const Real> b, std::span<Real> x) const {
  if (sparse()) {
    cholesky_solve(pattern_, factor_, b, x);
  } else {
    dense_.solve(b, x);
  }
}

}  // namespace corten
