// Newton and conjugate gradients on the accelerations, with exact line search.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/solver/problem.h"

namespace corten {

// Improves p.acc; leaves force, state and frc_constraint consistent with it.
SolveResult solve_primal(const Problem& p, const SolverOptions& options, std::span<IterationStat> stats,
                         Arena& arena);

}  // namespace corten
