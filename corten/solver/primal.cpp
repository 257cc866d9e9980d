#include "corten/solver/primal.h"

#include <algorithm>
#include <utility>

#include "corten/linalg/dots.h"
#include "corten/linalg/product_matrix.h"
#include "corten/linalg/span_kernels.h"
#include "corten/linalg/tree_ldl.h"
#include "corten/math/vec3.h"
#include "corten/solver/hessian.h"
#include "corten/solver/line_search.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

// What conjugate gradients have in the Hessian's place: the inertia, factored already.
template <class Jacobian>
class Inertia {
 public:
  Inertia(const Problem& problem, const Jacobian&, Arena::Frame&)
      : inertia_(problem.inertia), diagonal_(is_diagonal(problem.inertia.pattern)) {}
  void factor() {}
  void update(std::span<const int>) {}
  void solve(std::span<const Real> b, std::span<Real> x) const {
    if (diagonal_) {
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = b[i] * inertia_.LDiagInv[i];
      return;
    }
    std::copy(b.begin(), b.end(), x.begin());
    solve_tree_ldl(inertia_.pattern, inertia_.LD, inertia_.LDiagInv, 1, x);
  }
  int product_entries() const { return 0; }
  int factor_entries() const { return 0; }

 private:
  const InertiaView& inertia_;
  bool diagonal_;
};

// Rank-one changes of a step, as the oracle counts them: rows that became or ceased to be quadratic, and
// those of cones in their middle zone.
int rank_changes(const Problem& p, std::span<const int> old_state) {
  int changes = 0;
  for (int i = 0; i < p.rows.nefc; ++i)
    changes += ((p.state[i] == kQuadratic) != (old_state[i] == kQuadratic)) + (p.state[i] == kConeZone);
  return changes;
}

// Curvature is a Hessian of this Jacobian, for Newton, or the Inertia.
template <class Jacobian, class Curvature>
class Primal {
 public:
  Primal(const Problem& p, const SolverOptions& options, Arena& arena)
      : p_(p),
        o_(options),
        arena_(arena),
        frame_(arena),
        J_(p.J, frame_),
        curvature_(p, J_, frame_),
        Ma_(p.Ma),
        jar_(p.jar) {
    for (std::span<Real>* v : {&Mv_, &grad_, &Mgrad_, &search_, &old_Mgrad_}) *v = frame_.alloc<Real>(p.nv);
    jv_ = frame_.alloc<Real>(p.rows.nefc);
    old_state_ = frame_.alloc<int>(p.rows.nefc);
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
      curvature_.update(old_state_);  // not before: the last iteration needs no direction
      curvature_.solve(grad_, Mgrad_);
      next_direction();
    }
    return {iter, curvature_.product_entries(), curvature_.factor_entries()};
  }

 private:
  void start() {
    update_cost();
    curvature_.factor();
    update_gradient();
    curvature_.solve(grad_, Mgrad_);
    if (!o_.newton) descent_ = dot(grad_, Mgrad_);
    for (int i = 0; i < p_.nv; ++i) search_[i] = -Mgrad_[i];
  }

  void update_cost() {
    const InertialTerm term{Ma_, p_.frc_smooth, p_.acc, p_.acc_smooth};
    const Costs costs = both_costs(term, p_.rows, jar_, p_.force, p_.state, o_.newton);
    gauss_cost_ = costs.inertia;
    cost_ = costs.rows + costs.inertia;
  }

  void update_gradient() {
    J_.mul_transpose(p_.force, p_.frc_constraint);
    for (int i = 0; i < p_.nv; ++i) grad_[i] = Ma_[i] - p_.frc_smooth[i] - p_.frc_constraint[i];
  }

  LineResult search_line() {
    mul_tree_symmetric(p_.inertia.pattern, p_.inertia.M, search_, Mv_);
    const Real* search = search_.data();
    Real sums[4];
    dots(search, {search, Ma_.data(), p_.frc_smooth.data(), Mv_.data()}, p_.nv, sums);
    const Real length = std::sqrt(sums[0]);
    if (length < kMinVal<Real>) return {};
    J_.mul(search_, jv_);
    LineProblem line{p_.rows, jar_, jv_, {gauss_cost_, 0, 0}, 0, 0, o_.ls_iterations};
    line.gauss[1] = sums[1] - sums[2];
    line.gauss[2] = 0.5 * sums[3];
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
    if (!o_.newton) std::swap(Mgrad_, old_Mgrad_);  // is computed anew
    update_cost();
    IterationStat stat;
    if (o_.newton) stat.nupdate = rank_changes(p_, old_state_);
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
      for (int i = 0; i < p_.nv; ++i) old_Mgrad_[i] = Mgrad_[i] - old_Mgrad_[i];
      Real sums[2];
      dots(grad_.data(), {Mgrad_.data(), old_Mgrad_.data()}, p_.nv, sums);
      beta = std::max(Real(0), sums[1] / std::max(kMinVal<Real>, descent_));
      descent_ = sums[0];
    }
    for (int i = 0; i < p_.nv; ++i) search_[i] = -Mgrad_[i] + (o_.newton ? 0 : beta * search_[i]);
  }

  const Problem& p_;
  const SolverOptions& o_;
  Arena& arena_;
  Arena::Frame frame_;
  Jacobian J_;
  Curvature curvature_;
  std::span<Real> Ma_, jar_;  // of the problem
  std::span<Real> Mv_, grad_, Mgrad_, search_, old_Mgrad_;
  std::span<Real> jv_;
  std::span<int> old_state_;
  Real cost_ = 0;
  Real gauss_cost_ = 0;
  Real descent_ = 0;  // gradient · Mgrad, for conjugate gradients: the next direction asks for the last one
};

template <class Jacobian>
SolveResult newton(const Problem& p, const SolverOptions& options, Statistics stats, Arena& arena) {
  return Primal<Jacobian, Hessian<Jacobian>>(p, options, arena).run(stats);
}

template <class Jacobian>
SolveResult conjugate_gradients(const Problem& p, const SolverOptions& options, Statistics stats,
                                Arena& arena) {
  return Primal<Jacobian, Inertia<Jacobian>>(p, options, arena).run(stats);
}

}  // namespace

SolveResult solve_primal(const Problem& p, const SolverOptions& options, std::span<IterationStat> stats,
                         Arena& arena) {
  const bool dense = p.J.is_dense();
  if (options.newton)
    return dense ? newton<TiledMatrix>(p, options, Statistics(stats), arena)
                 : newton<BlockMatrix>(p, options, Statistics(stats), arena);
  return dense ? conjugate_gradients<TiledMatrix>(p, options, Statistics(stats), arena)
               : conjugate_gradients<ProductMatrix>(p, options, Statistics(stats), arena);
}

}  // namespace corten
