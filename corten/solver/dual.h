// Solvers on the constraint forces: projected Gauss–Seidel, and the noslip pass that removes the slip left by
// soft friction.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/solver/problem.h"

namespace corten {

// Improves p.force. Returns the number of sweeps.
int solve_pgs(const DualProblem& p, const SolverOptions& options, std::span<IterationStat> stats,
              Arena& arena);

// Improves friction forces of p.force with the softness R removed, normal forces kept. Returns the number of
// sweeps; records them from stats[0] on.
int solve_noslip(const DualProblem& p, const SolverOptions& options, std::span<IterationStat> stats,
                 Arena& arena);

// ½ fᵀ AR f + fᵀ b
Real dual_cost(const DualProblem& p);

}  // namespace corten
