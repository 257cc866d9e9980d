#include "corten/solver/ordered_hessian.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/cholesky_lower.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"

namespace corten {
namespace {

constexpr Real kDominant = 1e8;  // stiffness of a row beside the inertia

bool quadratic(int state) { return state == kQuadratic; }

std::span<const int> columns(const Csr& a, int row) {
  return {a.row_cols(row), static_cast<std::size_t>(a.nnz(row))};
}

}  // namespace

bool has_dominant_rows(const Problem& p) {
  const CsrPattern& tree = p.inertia.pattern;
  Real largest = 0;
  for (int i = 0; i < p.nv; ++i)
    largest = std::max(largest, p.inertia.M[tree.rowadr[i] + tree.rownnz[i] - 1]);
  return std::any_of(p.rows.D.begin(), p.rows.D.end(), [&](Real D) { return D > kDominant * largest; });
}

OrderedHessian::OrderedHessian(const Problem& problem, Arena::Frame& frame) : p_(problem) {
  if (!is_dense()) collect_pattern(frame);
  const int size = is_dense() ? p_.nv * p_.nv : order_.pattern().nnz();
  factor_ = frame.alloc<Real>(size);
  if (!p_.rows.cones.empty()) cone_factor_ = frame.alloc<Real>(size);
  column_ = frame.zeros<Real>(p_.nv);
}

void OrderedHessian::collect_pattern(Arena::Frame& frame) {
  LowerBits bits(p_.nv, frame);
  for (int row = 0; row < p_.rows.nefc; ++row) bits.add_clique(columns(p_.J_rows, row));
  product_entries_ = bits.count();
  const CsrPattern& tree = p_.inertia.pattern;
  for (int i = 0; i < p_.nv; ++i)
    for (int k = 0; k < tree.rownnz[i]; ++k) bits.add(i, tree.colind[tree.rowadr[i] + k]);
  order_ = OrderedCholesky(bits, frame);
}

void OrderedHessian::factor() {
  assemble();
  if (is_dense()) {
    lower_factor(factor_, p_.nv, kMinVal<Real>);
  } else {
    order_.factor(factor_, kMinVal<Real>);
  }
  add_cones();
}

void OrderedHessian::assemble() {
  std::fill(factor_.begin(), factor_.end(), Real(0));
  for (int row = 0; row < p_.rows.nefc; ++row)
    if (quadratic(p_.state[row])) add_product(row);
  add_inertia();
}

// D JᵀJ of one row
void OrderedHessian::add_product(int row) {
  const Real* J = p_.J_rows.row(row);
  const Real D = p_.rows.D[row];
  if (!is_dense()) return order_.add_product(factor_, columns(p_.J_rows, row), J, D);
  for (int i = 0; i < p_.nv; ++i)
    if (J[i] != 0) add_scaled(factor_.data() + i * p_.nv, J, J[i] * D, i + 1);
}

void OrderedHessian::add_inertia() {
  const CsrPattern& tree = p_.inertia.pattern;
  for (int i = 0; i < p_.nv; ++i) {
    int at = is_dense() ? i * p_.nv : order_.pattern().begin(i);
    for (int k = tree.rowadr[i]; k < tree.rowadr[i] + tree.rownnz[i]; ++k) {
      const int col = tree.colind[k];
      if (is_dense()) {
        factor_[at + col] += p_.inertia.M[k];
      } else {
        while (order_.pattern().colind[at] != col) ++at;
        factor_[at] += p_.inertia.M[k];
      }
    }
  }
}

void OrderedHessian::update(std::span<const int> old_state) {
  for (int row = 0; row < p_.rows.nefc; ++row) {
    const bool now = quadratic(p_.state[row]);
    if (now == quadratic(old_state[row])) continue;
    add_to_column(row, std::sqrt(p_.rows.D[row]));
    if (!take_column(factor_, now ? 1 : -1)) return factor();  // rank lost: start over
  }
  add_cones();
}

void OrderedHessian::add_cones() {
  any_cone_ = false;
  for (const ContactRows& cone : p_.rows.cones) {
    if (p_.state[cone.row] != kConeZone) continue;
    if (!any_cone_) std::copy(factor_.begin(), factor_.end(), cone_factor_.begin());
    any_cone_ = true;
    add_cone(cone);
  }
}

// J_cᵀ H_c J_c, one vector for each column of K, K Kᵀ = H_c
void OrderedHessian::add_cone(const ContactRows& cone) {
  const int dim = cone.dim;
  Real K[36];
  std::copy_n(cone.hessian, dim * dim, K);
  lower_factor({K, static_cast<std::size_t>(dim * dim)}, dim, kMinVal<Real>);
  for (int c = 0; c < dim; ++c) {
    for (int r = c; r < dim; ++r) add_to_column(cone.row + r, K[r * dim + c]);
    take_column(cone_factor_, 1);
  }
}

void OrderedHessian::add_to_column(int row, Real s) {
  const Real* J = p_.J_rows.row(row);
  if (is_dense()) return add_scaled(column_.data(), J, s, p_.nv);
  const std::span<const int> cols = columns(p_.J_rows, row);
  for (std::size_t k = 0; k < cols.size(); ++k) column_[cols[k]] += J[k] * s;
}

bool OrderedHessian::take_column(std::span<Real> factor, Real sign) {
  const int rank = is_dense() ? lower_update(factor, column_, sign) : order_.update(factor, column_, sign);
  std::fill(column_.begin(), column_.end(), Real(0));
  return rank == p_.nv;
}

void OrderedHessian::solve(std::span<const Real> b, std::span<Real> x) const {
  const std::span<const Real> factor = any_cone_ ? cone_factor_ : factor_;
  if (is_dense()) {
    lower_solve(factor, b, x);
  } else {
    order_.solve(factor, b, x);
  }
}

}  // namespace corten
