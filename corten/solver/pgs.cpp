// Projected Gauss–Seidel: sweeps over rows, each row or elliptic contact minimised with the others fixed.
#include <algorithm>
#include <cmath>

#include "corten/linalg/span_kernels.h"
#include "corten/solver/dual.h"
#include "corten/solver/dual_state.h"
#include "corten/solver/force_block.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

constexpr Real kMinVal = 1e-15;  // mjMINVAL

// One row: unconstrained minimum, then clipped to [lower, upper]. Returns the change of cost.
Real scalar_step(const DualProblem& p, int row, Real inverse_diagonal, Real lower, Real upper) {
  const Real residual = p.b[row] + row_dot(p.AR, row, p.force);
  const Real old = p.force[row];
  p.force[row] = std::clamp(old - residual * inverse_diagonal, lower, upper);
  const Real delta = p.force[row] - old;
  const Real change = 0.5 * delta * delta * (1 / inverse_diagonal) + delta * residual;
  if (change <= kCostRise) return change;
  p.force[row] = old;
  return 0;
}

// First half of the cone step: along the current force, or along the normal if there is none.
void ray_step(const ForceBlock& block, Real inverse_diagonal, Real* force) {
  const int n = block.n;
  if (force[0] < kMinVal) {
    force[0] = std::max(Real(0), force[0] - block.residual[0] * inverse_diagonal);
    std::fill_n(force + 1, n - 1, Real(0));
    return;
  }
  const Real* v = block.old_force.data();
  std::array<Real, kMaxBlock> Av{};
  for (int i = 0; i < n; ++i) Av[i] = dot(&block.A[i * n], v, n);
  const Real vAv = dot(v, Av.data(), n);
  if (vAv < kMinVal) return;
  Real x = -dot(v, block.residual.data(), n) / vAv;
  if (force[0] + x * v[0] < 0) x = -1;
  for (int i = 0; i < n; ++i) force[i] += x * v[i];
}

// Second half: the tangential forces at that normal force.
void tangent_step(const ContactRows& cone, const ForceBlock& block, Real* force) {
  const int n = block.n - 1;
  std::array<Real, 25> A{};
  std::array<Real, 5> c{};
  for (int i = 0; i < n; ++i) {
    const Real* row = block.A.data() + (i + 1) * block.n;
    std::copy_n(row + 1, n, &A[i * n]);
    c[i] = block.residual[i + 1] - dot(row + 1, block.old_force.data() + 1, n);
    c[i] += row[0] * (force[0] - block.old_force[0]);
  }
  cone_tangent_step(cone, std::span(A).first(n * n), std::span(c).first(n), force[0],
                    {force + 1, static_cast<std::size_t>(n)});
}

Real cone_step(const DualProblem& p, const ContactRows& cone, Real inverse_diagonal) {
  const ForceBlock block(p, cone.row, cone.dim, false);
  Real* force = p.force.data() + cone.row;
  ray_step(block, inverse_diagonal, force);
  tangent_step(cone, block, force);
  return block.accept(force);
}

Real sweep(const DualProblem& p, std::span<const Real> inverse_diagonal) {
  const Rows& rows = p.rows;
  Real change = 0;
  for (int i = 0; i < rows.ne; ++i) change += scalar_step(p, i, inverse_diagonal[i], -INFINITY, INFINITY);
  for (int i = rows.ne; i < rows.ne + rows.nf; ++i)
    change += scalar_step(p, i, inverse_diagonal[i], -rows.frictionloss[i], rows.frictionloss[i]);
  for_push_rows(
      rows,
      [&](int first, int last) {
        for (int i = first; i < last; ++i) change += scalar_step(p, i, inverse_diagonal[i], 0, INFINITY);
      },
      [&](const ContactRows& cone) { change += cone_step(p, cone, inverse_diagonal[cone.row]); });
  return change;
}

}  // namespace

int solve_pgs(const DualProblem& p, const SolverOptions& options, std::span<IterationStat> stats,
              Arena& arena) {
  Arena::Frame frame(arena);
  std::span<Real> inverse_diagonal = frame.alloc<Real>(p.rows.nefc);
  std::span<int> old_state = frame.alloc<int>(p.rows.nefc);
  for (int i = 0; i < p.rows.nefc; ++i) inverse_diagonal[i] = 1 / entry(p.AR, i, i);
  Statistics record(stats);
  dual_state(p);
  for (int iter = 0; iter < options.iterations;) {
    IterationStat stat;
    stat.improvement = -sweep(p, inverse_diagonal) * options.scale;
    std::copy(p.state.begin(), p.state.end(), old_state.begin());
    stat.nactive = dual_state(p);
    for (int i = 0; i < p.rows.nefc; ++i) stat.nchange += p.state[i] != old_state[i];
    record.record(iter++, stat);
    if (stat.improvement < options.tolerance || iter == options.iterations) return iter;
  }
  return 0;
}

Real dual_cost(const DualProblem& p) {
  Real cost = 0;
  for (int i = 0; i < p.rows.nefc; ++i) cost += p.force[i] * (0.5 * row_dot(p.AR, i, p.force) + p.b[i]);
  return cost;
}

}  // namespace corten
