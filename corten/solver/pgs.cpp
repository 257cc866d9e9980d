// Projected Gauss–Seidel: sweeps over rows, each row or elliptic contact minimised with the others fixed.
#include <algorithm>
#include <cmath>

#include "corten/linalg/dual_kernels.h"
#include "corten/linalg/span_kernels.h"
#include "corten/math/vec3.h"
#include "corten/solver/dual.h"
#include "corten/solver/dual_state.h"
#include "corten/solver/force_block.h"

namespace corten {
namespace {

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
  if (force[0] < kMinVal<Real>) {
    force[0] = std::max(Real(0), force[0] - block.residual[0] * inverse_diagonal);
    std::fill_n(force + 1, n - 1, Real(0));
    return;
  }
  const Real* v = block.old_force.data();
  std::array<Real, kMaxBlock> Av{};
  for (int i = 0; i < n; ++i) Av[i] = dot(&block.A[i * n], v, n);
  const Real vAv = dot(v, Av.data(), n);
  if (vAv < kMinVal<Real>) return;
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

// Bounds of single rows and the inverse diagonal of AR.
struct Bounds {
  std::span<Real> lower, upper, inverse_diagonal;
};

Bounds row_bounds(const DualProblem& p, Arena::Frame& frame) {
  const Rows& rows = p.rows;
  Bounds bounds{frame.alloc<Real>(rows.nefc), frame.alloc<Real>(rows.nefc), frame.alloc<Real>(rows.nefc)};
  for (int i = 0; i < rows.nefc; ++i) {
    bounds.lower[i] = i < rows.ne ? -INFINITY : i < rows.ne + rows.nf ? -rows.frictionloss[i] : 0;
    bounds.upper[i] = i < rows.ne || i >= rows.ne + rows.nf ? INFINITY : rows.frictionloss[i];
    bounds.inverse_diagonal[i] = 1 / entry(p.AR, i, i);
  }
  return bounds;
}

Real relax_rows(const DualProblem& p, const Bounds& bounds, int first, int last, Real change) {
  if (p.AR.is_dense()) {
    const BoxProblem box{
        p.rows.nefc,         p.AR.val,      p.b.data(), bounds.inverse_diagonal.data(), bounds.lower.data(),
        bounds.upper.data(), p.force.data()};
    return dual_kernels().relax(box, first, last, kCostRise, change);
  }
  for (int i = first; i < last; ++i)
    change += scalar_step(p, i, bounds.inverse_diagonal[i], bounds.lower[i], bounds.upper[i]);
  return change;
}

Real sweep(const DualProblem& p, const Bounds& bounds) {
  Real change = 0;
  int first = 0;
  for (const ContactRows& cone : p.rows.cones) {
    change = relax_rows(p, bounds, first, cone.row, change);
    change += cone_step(p, cone, bounds.inverse_diagonal[cone.row]);
    first = cone.row + cone.dim;
  }
  return relax_rows(p, bounds, first, p.rows.nefc, change);
}

}  // namespace

int solve_pgs(const DualProblem& p, const SolverOptions& options, std::span<IterationStat> stats,
              Arena& arena) {
  Arena::Frame frame(arena);
  const Bounds bounds = row_bounds(p, frame);
  std::span<int> old_state = frame.alloc<int>(p.rows.nefc);
  Statistics record(stats);
  dual_state(p);
  for (int iter = 0; iter < options.iterations;) {
    IterationStat stat;
    stat.improvement = -sweep(p, bounds) * options.scale;
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
