// Newton and conjugate gradients on the accelerations, with exact line search.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/solver/problem.h"

namespace corten {

// Improves p.acc; leaves force, state and frc_constraint consistent with it.
SolveResult solve_primal(const Problem& p, const SolverOptions& options, std::span<IterationStat> stats,
                         Arena& arena);

// ½ (Ma − frc_smooth)·(acc − acc_smooth), Ma = M acc: the cost of leaving the unconstrained acceleration
Real inertial_cost(std::span<const Real> Ma, std::span<const Real> frc_smooth, std::span<const Real> acc,
                   std::span<const Real> acc_smooth);

}  // namespace corten
