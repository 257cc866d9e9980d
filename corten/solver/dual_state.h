// Zones of the dual problem, told from the forces. They do not mean what the primal ones mean: an elliptic
// contact inside or on its cone reports "satisfied".
#pragma once

#include <span>

#include "corten/solver/problem.h"

namespace corten {

// Writes p.state from p.force; returns the active rows: all equality and friction rows, and others whose
// state is not "satisfied".
int dual_state(const DualProblem& p);

}  // namespace corten
