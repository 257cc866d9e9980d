#include "corten/solver/primal.h"

#include <algorithm>
#include <optional>

#include "corten/linalg/column_sums.h"
#include "corten/linalg/span_kernels.h"
#include "corten/linalg/tree_ldl.h"
#include "corten/math/vec3.h"
#include "corten/solver/hessian.h"
#include "corten/solver/line_search.h"
#include "corten/solver/ordered_hessian.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

class Primal {
 public:
  Primal(const Problem& p, const SolverOptions& options, Arena& arena)
      : p_(p), o_(options), arena_(arena), frame_(arena), Ma_(p.Ma), jar_(p.jar) {
    for (std::span<Real>* v : {&Mv_, &grad_, &Mgrad_, &search_, &old_grad_, &old_Mgrad_})
      *v = frame_.alloc<Real>(p.nv);
    jv_ = frame_.alloc<Real>(p.rows.nefc);
    gathered_ = frame_.alloc<Real>(p.J.widest);
    old_state_ = frame_.alloc<int>(p.rows.nefc);
    if (o_.newton && p.in_order) ordered_hessian_.emplace(p, frame_);
    if (o_.newton && !p.in_order) hessian_.emplace(p, o_.sparse_hessian, frame_);
    if (p.in_order && !p.J_rows.is_dense()) column_sums_.emplace(p.J_rows, frame_);
  }

  SolveResult run(Statistics stats) {
    start();
    int iter = 0;
    while (iter < o_.iterations) {
      const LineResult line = search_line();
      if (line.alpha == 0) break;
      const Real old_cost = cost_;
      IterationStat stat = advance(line);
      stat.improvement = o_.scale * (old_cost - cost_);
      stat.gradient = o_.scale * norm(grad_);
      stats.record(iter++, stat);
      if (stat.improvement < o_.tolerance || stat.gradient < o_.tolerance) break;
      update_hessian();  // not before: the last iteration needs no direction
      precondition();
      next_direction();
    }
    if (ordered_hessian_)
      return {iter, ordered_hessian_->product_entries(), ordered_hessian_->factor_entries()};
    if (hessian_) return {iter, hessian_->product_entries(), hessian_->factor_entries()};
    return {iter, 0, 0};
  }

 private:
  void start() {
    update_cost();
    if (hessian_) hessian_->factor();
    if (ordered_hessian_) ordered_hessian_->factor();
    update_gradient();
    precondition();
    for (int i = 0; i < p_.nv; ++i) search_[i] = -Mgrad_[i];
  }

  void update_hessian() {
    if (hessian_) hessian_->update(old_state_);
    if (ordered_hessian_) ordered_hessian_->update(old_state_);
  }

  void mul_jacobian(std::span<const Real> x, std::span<Real> y) {
    if (p_.in_order) {
      mul(p_.J_rows, x, y);
    } else {
      mul(p_.J, x, y, gathered_);
    }
  }

  // frc_constraint = Jᵀ force
  void sum_forces() {
    if (!p_.in_order) {
      mul_transpose(p_.J, p_.force, p_.frc_constraint, gathered_);
    } else if (column_sums_) {
      column_sums_->mul_transpose(p_.force, p_.frc_constraint);
    } else {
      mul_transpose(p_.J_rows, p_.force, p_.frc_constraint);
    }
  }

  void update_cost() {
    gauss_cost_ = inertial_cost(Ma_, p_.frc_smooth, p_.acc, p_.acc_smooth);
    cost_ = rows_cost(p_.rows, jar_, p_.force, p_.state, o_.newton) + gauss_cost_;
  }

  void update_gradient() {
    sum_forces();
    for (int i = 0; i < p_.nv; ++i) grad_[i] = Ma_[i] - p_.frc_smooth[i] - p_.frc_constraint[i];
  }

  // Mgrad = H⁻¹ grad, or M⁻¹ grad for conjugate gradients
  void precondition() {
    if (hessian_) {
      hessian_->solve(grad_, Mgrad_);
    } else if (ordered_hessian_) {
      ordered_hessian_->solve(grad_, Mgrad_);
    } else {
      std::copy(grad_.begin(), grad_.end(), Mgrad_.begin());
      solve_tree_ldl(p_.inertia.pattern, p_.inertia.LD, p_.inertia.LDiagInv, 1, Mgrad_);
    }
  }

  LineResult search_line() {
    const Real length = norm(search_);
    if (length < kMinVal<Real>) return {};
    mul_tree_symmetric(p_.inertia.pattern, p_.inertia.M, search_, Mv_);
    mul_jacobian(search_, jv_);
    LineProblem line{p_.rows, jar_, jv_, {gauss_cost_, 0, 0}, 0, 0, o_.ls_iterations};
    line.gauss[1] = dot(search_, Ma_) - dot(p_.frc_smooth, search_);
    line.gauss[2] = 0.5 * dot(search_, Mv_);
    line.slope_tolerance = o_.tolerance * o_.ls_tolerance * length / o_.scale;
    line.slope_scale = o_.scale / length;
    return line_search(line, arena_);
  }

  // takes the step; everything but cost differences is then known of it
  IterationStat advance(const LineResult& line) {
    add_scaled(p_.acc, search_, line.alpha);
    add_scaled(Ma_, Mv_, line.alpha);
    add_scaled(jar_, jv_, line.alpha);
    std::copy(p_.state.begin(), p_.state.end(), old_state_.begin());
    if (!o_.newton) {
      std::copy(grad_.begin(), grad_.end(), old_grad_.begin());
      std::copy(Mgrad_.begin(), Mgrad_.end(), old_Mgrad_.begin());
    }
    update_cost();
    IterationStat stat;
    if (o_.newton) stat.nupdate = rank_changes(p_, old_state_).total();
    update_gradient();
    stat.lineslope = line.slope;
    stat.neval = line.neval;
    for (int i = 0; i < p_.rows.nefc; ++i) {
      stat.nactive += p_.state[i] != kSatisfied;
      stat.nchange += p_.state[i] != old_state_[i];
    }
    return stat;
  }

  // Newton: −H⁻¹g; CG: Polak–Ribière, restarted when negative
  void next_direction() {
    Real beta = 0;
    if (!o_.newton) {
      const Real length = std::max(kMinVal<Real>, dot(old_grad_, old_Mgrad_));
      for (int i = 0; i < p_.nv; ++i) old_Mgrad_[i] = Mgrad_[i] - old_Mgrad_[i];
      beta = std::max(Real(0), dot(grad_, old_Mgrad_) / length);
    }
    for (int i = 0; i < p_.nv; ++i) search_[i] = -Mgrad_[i] + (o_.newton ? 0 : beta * search_[i]);
  }

  const Problem& p_;
  const SolverOptions& o_;
  Arena& arena_;
  Arena::Frame frame_;
  std::span<Real> Ma_, jar_;  // of the problem
  std::span<Real> Mv_, grad_, Mgrad_, search_, old_grad_, old_Mgrad_;
  std::span<Real> jv_, gathered_;
  std::span<int> old_state_;
  std::optional<Hessian> hessian_;
  std::optional<OrderedHessian> ordered_hessian_;
  std::optional<ColumnSums> column_sums_;
  Real cost_ = 0;
  Real gauss_cost_ = 0;
};

}  // namespace

SolveResult solve_primal(const Problem& p, const SolverOptions& options, std::span<IterationStat> stats,
                         Arena& arena) {
  return Primal(p, options, arena).run(Statistics(stats));
}

Real inertial_cost(std::span<const Real> Ma, std::span<const Real> frc_smooth, std::span<const Real> acc,
                   std::span<const Real> acc_smooth) {
  Real sum = 0;
  for (std::size_t i = 0; i < acc.size(); ++i) sum += (Ma[i] - frc_smooth[i]) * (acc[i] - acc_smooth[i]);
  return 0.5 * sum;
}

}  // namespace corten
