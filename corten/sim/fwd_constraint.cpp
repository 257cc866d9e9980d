#include "corten/sim/fwd_constraint.h"

#include <algorithm>

#include "corten/constraint/jacobian_products.h"
#include "corten/model/timed.h"
#include "corten/sim/constraint_problem.h"
#include "corten/sim/island_threads.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/transmission.h"
#include "corten/solver/dual.h"
#include "corten/solver/primal.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

bool warm_start_enabled(const Model& m) { return !(m.opt.disableflags & mjDSBL_WARMSTART); }

bool solve_by_islands(const Model& m, const Data& d) {
  return !(m.opt.disableflags & mjDSBL_ISLAND) && d.nisland > 0 && m.opt.noslip_iterations == 0 &&
         (m.opt.solver == mjSOL_CG || m.opt.solver == mjSOL_NEWTON);
}

Real whole_scale(const Model& m) { return 1 / (m.stat.meaninertia * std::max(1, m.nv)); }

// current inertia, not that of qpos0
Real island_scale(const Problem& p) {
  const CsrPattern& tree = p.inertia.pattern;
  Real trace = 0;
  for (int i = 0; i < p.nv; ++i) trace += p.inertia.M[tree.rowadr[i] + tree.rownnz[i] - 1];
  return 1 / trace;
}

SolverOptions solver_options(const Model& m, Real scale) {
  return {scale,
          m.opt.tolerance,
          m.opt.ls_tolerance,
          m.opt.iterations,
          m.opt.ls_iterations,
          m.opt.solver == mjSOL_NEWTON};
}

// Copies recorded iterations to d.solver from `first` on.
void store_statistics(Data& d, int island, int first, std::span<const IterationStat> stats, int niter) {
  if (island >= kNIsland) return;
  const int last = std::min(niter, kNSolver - first);
  for (int k = 0; k < last; ++k) {
    const IterationStat& s = stats[k];
    d.solver[island * kNSolver + first + k] = {s.improvement, s.gradient, s.lineslope, s.nactive,
                                               s.nchange,     s.neval,    s.nupdate};
  }
}

// Entries of the Hessian and its factor as the oracle counts them; for islands the inertia's share runs on.
int solver_nnz(const Model& m, int nv, const SolveResult& result, int inertia_entries) {
  if (m.opt.solver != mjSOL_NEWTON) return 0;
  if (!is_sparse(m)) return nv * nv;
  return (m.opt.cone == mjCONE_ELLIPTIC ? 2 : 1) * result.nL + result.nH + inertia_entries;
}

void store_island_counts(const Model& m, Data& d, std::span<const SolveResult> results) {
  int entries = 0;
  for (int island = 0; island < std::min(d.nisland, kNIsland); ++island) {
    const int nv = d.island_nv[island];
    for (int n : d.iM_rownnz.slice(d.island_idofadr[island], nv)) entries += n;
    d.solver_niter[island] = results[island].niter;
    d.solver_nnz[island] = solver_nnz(m, nv, results[island], entries);
  }
}

void copy(std::span<const Real> from, std::span<Real> to) { std::copy(from.begin(), from.end(), to.begin()); }

// cost at qacc; the guess is then what is known of it
Real cost_at(const Model& m, Data& d, std::span<const Real> qacc, const Guess& guess, Arena::Frame& frame) {
  mul_jac_vec(m, d, guess.jar, qacc);
  for (int i = 0; i < d.nefc; ++i) guess.jar[i] -= d.efc_aref[i];
  mul_m(m, d, guess.Ma, qacc);
  const InertialTerm inertia{guess.Ma, d.qfrc_smooth.span(), qacc, d.qacc_smooth.span()};
  const Costs costs =
      both_costs(inertia, whole_rows(m, d, frame), guess.jar, d.efc_force.span(), d.efc_state.span(), false);
  return costs.rows + costs.inertia;
}

void start_at_smooth(const Model& m, Data& d, const Guess& guess) {
  copy(d.qacc_smooth.span(), d.qacc.span());
  copy(d.efc_b.span(), guess.jar);
  mul_m(m, d, guess.Ma, d.qacc.span());
}

void warm_start_primal(const Model& m, Data& d, const Guess& guess) {
  Arena::Frame frame(d.arena);
  const Real warm = cost_at(m, d, d.qacc_warmstart.span(), guess, frame);
  const Real smooth =
      rows_cost(whole_rows(m, d, frame), d.efc_b.span(), d.efc_force.span(), d.efc_state.span(), false);
  if (warm > smooth) return start_at_smooth(m, d, guess);
  copy(d.qacc_warmstart.span(), d.qacc.span());
  if (d.nisland == 0) return;
  for (int dof = 0; dof < m.nv; ++dof)
    if (d.dof_island[dof] < 0) d.qacc[dof] = d.qacc_smooth[dof];
  if (!solve_by_islands(m, d)) mul_m(m, d, guess.Ma, d.qacc.span());
}

void warm_start_dual(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const DualProblem p = dual_problem(m, d, frame);
  std::span<Real> jar = frame.alloc<Real>(d.nefc);
  mul_jac_vec(m, d, jar, d.qacc_warmstart.span());
  for (int i = 0; i < d.nefc; ++i) jar[i] -= d.efc_aref[i];
  rows_cost(p.rows, jar, p.force, p.state, false);
  if (!(dual_cost(p) <= 0)) std::fill(p.force.begin(), p.force.end(), Real(0));
}

void warm_start(const Model& m, Data& d, const Guess& guess) {
  if (!warm_start_enabled(m)) {
    start_at_smooth(m, d, guess);
    std::fill(d.efc_force.begin(), d.efc_force.end(), Real(0));
    // islands write theirs elsewhere: what a user reads here is not to be whatever the memory held
    std::fill(d.efc_state.begin(), d.efc_state.end(), mjCNSTRSTATE_SATISFIED);
  } else if (m.opt.solver == mjSOL_PGS) {
    warm_start_dual(m, d);
  } else {
    warm_start_primal(m, d, guess);
  }
}

void gather_island_inputs(Data& d) {
  for (int i = 0; i < d.nidof; ++i) {
    const int dof = d.map_idof2dof[i];
    d.ifrc_smooth[i] = d.qfrc_smooth[dof];
    d.iacc_smooth[i] = d.qacc_smooth[dof];
    d.iacc[i] = d.qacc[dof];
  }
  for (int i = 0; i < d.nefc; ++i) d.iefc_aref[i] = d.efc_aref[d.map_iefc2efc[i]];
}

// iefc_state stays behind: the oracle leaves the warm start's states in efc_state
void scatter_island_outputs(Data& d) {
  for (int i = 0; i < d.nidof; ++i) {
    const int dof = d.map_idof2dof[i];
    d.qacc[dof] = d.iacc[i];
    d.qfrc_constraint[dof] = d.ifrc_constraint[i];
  }
  for (int i = 0; i < d.nefc; ++i) d.efc_force[d.map_iefc2efc[i]] = d.iefc_force[i];
}

SolveResult solve_island(const Model& m, Data& d, int island, const Guess& guess, Arena& arena) {
  Arena::Frame frame(arena);
  const Problem p = island_problem(m, d, island, guess, frame);
  std::span<IterationStat> stats = frame.alloc<IterationStat>(kNSolver);
  const SolveResult result = solve_primal(p, solver_options(m, island_scale(p)), stats, arena);
  store_statistics(d, island, 0, stats, result.niter);
  return result;
}

bool worth_threads(const Data& d) { return d.nisland > 1 && d.nefc >= IslandThreads::kFewestRows; }

void solve_islands(const Model& m, Data& d, const Guess& guess, IslandThreads* threads) {
  gather_island_inputs(d);
  Arena::Frame frame(d.arena);
  std::span<SolveResult> results = frame.alloc<SolveResult>(d.nisland);
  const auto solve = [&](int island, Arena& arena) {
    results[island] = solve_island(m, d, island, guess, arena);
  };
  if (threads && worth_threads(d)) {
    threads->for_each(d.nisland, d.arena, solve);
  } else {
    for (int island = 0; island < d.nisland; ++island) solve(island, d.arena);
  }
  store_island_counts(m, d, results);
  scatter_island_outputs(d);
}

void solve_whole_primal(const Model& m, Data& d, const Guess& guess) {
  Arena::Frame frame(d.arena);
  const Problem p = whole_problem(m, d, guess, frame);
  std::span<IterationStat> stats = frame.alloc<IterationStat>(kNSolver);
  const SolveResult result = solve_primal(p, solver_options(m, whole_scale(m)), stats, d.arena);
  store_statistics(d, 0, 0, stats, result.niter);
  d.solver_niter[0] = result.niter;
  d.solver_nnz[0] = solver_nnz(m, p.nv, result, m.nC);
}

// qfrc_constraint = Jᵀ f, qacc = qacc_smooth + M⁻¹ qfrc_constraint
void finish_dual(const Model& m, Data& d) {
  mul_jac_t_vec(m, d, d.qfrc_constraint.span(), d.efc_force.span());
  copy(d.qfrc_constraint.span(), d.qacc.span());
  solve_m(m, d, d.qacc.span());
  for (int i = 0; i < m.nv; ++i) d.qacc[i] += d.qacc_smooth[i];
}

void solve_whole_dual(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  std::span<IterationStat> stats = frame.alloc<IterationStat>(kNSolver);
  const int niter = solve_pgs(dual_problem(m, d, frame), solver_options(m, whole_scale(m)), stats, d.arena);
  store_statistics(d, 0, 0, stats, niter);
  d.solver_niter[0] = niter;
  d.solver_nnz[0] = d.nA;
  finish_dual(m, d);
}

void noslip(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  std::span<IterationStat> stats = frame.alloc<IterationStat>(kNSolver);
  SolverOptions options = solver_options(m, whole_scale(m));
  options.iterations = m.opt.noslip_iterations;
  options.tolerance = m.opt.noslip_tolerance;
  const int niter = solve_noslip(dual_problem(m, d, frame), options, stats, d.arena);
  store_statistics(d, 0, d.solver_niter[0], stats, niter);
  d.solver_niter[0] += niter;
  finish_dual(m, d);
}

}  // namespace

Real constraint_cost(const Model& m, Data& d, std::span<const Real> qacc) {
  Arena::Frame frame(d.arena);
  return cost_at(m, d, qacc, {frame.alloc<Real>(m.nv), frame.alloc<Real>(d.nefc)}, frame);
}

void fwd_constraint(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_CONSTRAINT, hooks);
  std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), Real(0));
  std::fill(d.solver_niter.begin(), d.solver_niter.end(), 0);
  if (d.nefc == 0) {
    copy(d.qacc_smooth.span(), d.qacc.span());
    return;
  }
  mul_jac_vec(m, d, d.efc_b.span(), d.qacc_smooth.span());
  for (int i = 0; i < d.nefc; ++i) d.efc_b[i] -= d.efc_aref[i];
  Arena::Frame frame(d.arena);
  const Guess guess{frame.alloc<Real>(m.nv), frame.alloc<Real>(d.nefc)};
  warm_start(m, d, guess);
  if (solve_by_islands(m, d)) {
    solve_islands(m, d, guess, hooks.islands);
  } else if (m.opt.solver == mjSOL_PGS) {
    solve_whole_dual(m, d);
  } else {
    solve_whole_primal(m, d, guess);
  }
  if (m.opt.noslip_iterations > 0) noslip(m, d);
}

}  // namespace corten
