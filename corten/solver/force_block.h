// A few coupled forces of the dual problem: their diagonal block of A, residual, and the steps of
// Gauss–Seidel on them.
#pragma once

#include <array>

#include "corten/linalg/csr.h"
#include "corten/solver/problem.h"

namespace corten {

inline constexpr int kMaxBlock = 6;       // rows of one elliptic contact
inline constexpr Real kCostRise = 1e-10;  // a step that raises the cost by more is taken back

struct ForceBlock {
  int n = 0;
  std::array<Real, kMaxBlock * kMaxBlock> A{};  // n × n
  std::array<Real, kMaxBlock> residual{};       // b + A f of its rows
  std::array<Real, kMaxBlock> old_force{};

  // rows [row, row + n) at the current forces; softness R is taken off if asked
  ForceBlock(const DualProblem& p, int row, int rows, bool without_R);

  void floor_diagonal(Real smallest);
  // change of cost when the block's forces go from old_force to force; restores them, returning 0, if it
  // rises
  Real accept(Real* force) const;
};

// Tangential forces that minimise the cost at normal force fn, inside the friction ellipsoid:
// A is (dim − 1)², c the linear term; y is overwritten.
void cone_tangent_step(const ContactRows& cone, std::span<const Real> A, std::span<const Real> c, Real fn,
                       std::span<Real> y);

}  // namespace corten
