// Newton's Hessian M + Jᵀ diag(D active) J + cone terms and its Cholesky factor: assembled, factored and
// changed row by row in the oracle's order, to the same bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "corten/base/arena.h"
#include "corten/linalg/cholesky_dense.h"
#include "corten/linalg/cholesky_lower.h"
#include "corten/linalg/cholesky_sparse.h"
#include "corten/math/vec3.h"
#include "corten/solver/problem.h"

namespace corten {

// The factor that goes with a Jacobian.
template <class Jacobian>
struct FactorOf;
template <>
struct FactorOf<TiledMatrix> {
  using Type = DenseCholesky;
};
template <>
struct FactorOf<BlockMatrix> {
  using Type = SparseCholesky;
};

template <class Jacobian>
class Hessian {
 public:
  // The frame and the Jacobian must outlive it.
  Hessian(const Problem& problem, const Jacobian& J, Arena::Frame& frame)
      : p_(problem),
        J_(J),
        cholesky_(J, problem.inertia.pattern, frame),
        factor_(frame.alloc<Real>(cholesky_.size())),
        weight_(frame.alloc<Real>(problem.rows.nefc)),
        vectors_(frame.zeros<Real>(Cholesky::kTogether * cholesky_.stride())) {
    if (!p_.rows.cones.empty()) cone_factor_ = frame.alloc<Real>(cholesky_.size());
  }

  // Assembles and factors for the problem's current states and cone Hessians.
  void factor() {
    for (int i = 0; i < p_.rows.nefc; ++i) weight_[i] = p_.state[i] == kQuadratic ? p_.rows.D[i] : 0;
    cholesky_.assemble(factor_, J_, weight_, p_.inertia.pattern, p_.inertia.M);
    cholesky_.factor(factor_, kMinVal<Real>);
    add_cones();
  }

  // The same after a step that changed states: rows that became or ceased to be quadratic, one by one.
  void update(std::span<const int> old_state) {
    bool full_rank = true;
    for (int row = 0; row < p_.rows.nefc && full_rank; ++row) {
      const bool now = p_.state[row] == kQuadratic;
      if (now == (old_state[row] == kQuadratic)) continue;
      J_.add_row(row, std::sqrt(p_.rows.D[row]), next_vector());
      full_rank = take_vector(factor_, now ? 1 : -1);
    }
    if (!full_rank || !flush(factor_)) return factor();  // start over
    add_cones();
  }

  void solve(std::span<const Real> b, std::span<Real> x) const {
    cholesky_.solve(any_cone_ ? cone_factor_ : factor_, b, x);
  }

  int product_entries() const { return cholesky_.product_entries(); }  // of JᵀJ's lower triangle; sparse only
  int factor_entries() const { return cholesky_.factor_entries(); }

 private:
  using Cholesky = typename FactorOf<Jacobian>::Type;

  void add_cones() {
    any_cone_ = false;
    for (const ContactRows& cone : p_.rows.cones) {
      if (p_.state[cone.row] != kConeZone) continue;
      if (!any_cone_) std::copy(factor_.begin(), factor_.end(), cone_factor_.begin());
      any_cone_ = true;
      add_cone(cone);
    }
    flush(cone_factor_);
  }

  // J_cᵀ H_c J_c, one vector for each column of K, K Kᵀ = H_c
  void add_cone(const ContactRows& cone) {
    const int dim = cone.dim;
    Real K[36];
    std::copy_n(cone.hessian, dim * dim, K);
    lower_factor({K, static_cast<std::size_t>(dim * dim)}, dim, kMinVal<Real>);
    for (int c = 0; c < dim; ++c) {
      Real* vector = next_vector();
      for (int r = c; r < dim; ++r) J_.add_row(cone.row + r, K[r * dim + c], vector);
      take_vector(cone_factor_, 1);
    }
  }

  // Vectors wait here until enough are together: the factor takes several in one pass.
  Real* next_vector() { return vectors_.data() + waiting_ * cholesky_.stride(); }
  // False if the rank was lost.
  bool take_vector(std::span<Real> factor, Real sign) {
    sign_[waiting_++] = sign;
    return waiting_ < Cholesky::kTogether || flush(factor);
  }
  bool flush(std::span<Real> factor) {
    if (waiting_ == 0) return true;
    const std::size_t count = static_cast<std::size_t>(waiting_);
    const bool full_rank = cholesky_.update(factor, vectors_, {sign_, count});
    std::fill_n(vectors_.begin(), waiting_ * cholesky_.stride(), Real(0));
    waiting_ = 0;
    return full_rank;
  }

  const Problem& p_;
  const Jacobian& J_;
  Cholesky cholesky_;
  std::span<Real> factor_;       // of M + Jᵀ D J
  std::span<Real> cone_factor_;  // with the cones too
  bool any_cone_ = false;        // in its middle zone
  std::span<Real> weight_;       // D of quadratic rows, else 0
  std::span<Real> vectors_;      // zero where none waits
  Real sign_[Cholesky::kTogether];
  int waiting_ = 0;
};

}  // namespace corten
