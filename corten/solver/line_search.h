// Exact line search of the primal solvers: Newton steps on the slope of the cost, then a bracket.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/solver/problem.h"

namespace corten {

// The cost along acc + alpha·search, prepared once per direction.
struct LineProblem {
  Rows rows;
  std::span<const Real> jar;
  std::span<const Real> jv;  // J · search
  Real gauss[3];             // coefficients of 1, alpha, alpha² of the inertial term
  Real slope_tolerance;      // |φ'| below this is converged
  Real slope_scale;          // turns |φ'| into the reported slope
  int max_evaluations;
};

struct LineResult {
  Real alpha = 0;
  Real slope = 1;  // reported; 1 if none was computed
  int neval = 0;
  bool nonconvex = false;  // φ″ ≤ 0 was met
};

LineResult line_search(const LineProblem& line, Arena& arena);

}  // namespace corten
