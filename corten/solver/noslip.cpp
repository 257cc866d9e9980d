// The noslip pass: Gauss–Seidel on friction only, with the softness R taken off.
#include <algorithm>
#include <array>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"
#include "corten/solver/dual.h"
#include "corten/solver/dual_state.h"
#include "corten/solver/force_block.h"

namespace corten {
namespace {

constexpr Real kMinDiagonal = 1e-10;  // of a contact's block

Real friction_loss_step(const DualProblem& p, int row) {
  const Real old = p.force[row], floss = p.rows.frictionloss[row], R = p.rows.R[row];
  const Real residual = p.b[row] + row_dot(p.AR, row, p.force) - R * old;
  const Real inverse_diagonal = 1 / std::max(kMinVal<Real>, entry(p.AR, row, row) - R);
  p.force[row] = std::clamp(old - residual * inverse_diagonal, -floss, floss);
  const Real delta = p.force[row] - old;
  return 0.5 * delta * delta / inverse_diagonal + delta * residual;
}

// c = residual − A f_old: the linear term of the block's cost
std::array<Real, kMaxBlock> linear_term(const ForceBlock& block) {
  std::array<Real, kMaxBlock> c{};
  for (int i = 0; i < block.n; ++i)
    c[i] = block.residual[i] - dot(&block.A[i * block.n], block.old_force.data(), block.n);
  return c;
}

// Opposing edges of a pyramid: their sum, the normal force, is kept; their difference slides.
Real edge_pair_step(const DualProblem& p, int row) {
  ForceBlock block(p, row, 2, true);
  block.floor_diagonal(kMinDiagonal);
  const auto c = linear_term(block);
  const auto& A = block.A;
  Real* force = p.force.data() + row;
  const Real mid = 0.5 * (block.old_force[0] + block.old_force[1]);
  const Real K1 = A[0] + A[3] - A[1] - A[2];
  const Real K0 = mid * (A[0] - A[3]) + c[0] - c[1];
  const Real y = K1 < kMinVal<Real> ? 0 : std::clamp(-K0 / K1, -mid, mid);
  force[0] = mid + y;
  force[1] = mid - y;
  return block.accept(force);
}

Real pyramid_step(const DualProblem& p, const ContactRows& contact) {
  Real change = 0;
  for (int k = 0; k < contact.dim - 1; ++k) change += edge_pair_step(p, contact.row + 2 * k);
  return change;
}

Real cone_step(const DualProblem& p, const ContactRows& cone) {
  const int n = cone.dim - 1;
  ForceBlock block(p, cone.row + 1, n, true);
  block.floor_diagonal(kMinDiagonal);
  const auto c = linear_term(block);
  Real* force = p.force.data() + cone.row;
  cone_tangent_step(cone, std::span(block.A).first(n * n), std::span(c).first(n), force[0],
                    {force + 1, static_cast<std::size_t>(n)});
  return block.accept(force + 1);
}

// A model has one kind of cone, so the two lists never interleave.
Real sweep(const DualProblem& p) {
  Real change = 0;
  for (int i = p.rows.ne; i < p.rows.ne + p.rows.nf; ++i) change += friction_loss_step(p, i);
  for (const ContactRows& contact : p.rows.pyramids) change += pyramid_step(p, contact);
  for (const ContactRows& contact : p.rows.cones) change += cone_step(p, contact);
  return change;
}

}  // namespace

int solve_noslip(const DualProblem& p, const SolverOptions& options, std::span<IterationStat> stats,
                 Arena& arena) {
  Arena::Frame frame(arena);
  std::span<int> old_state = frame.alloc<int>(p.rows.nefc);
  Statistics record(stats);
  dual_state(p);
  for (int iter = 0; iter < options.iterations;) {
    IterationStat stat;
    Real improvement = 0;
    if (iter == 0)
      for (int i = 0; i < p.rows.nefc; ++i) improvement += 0.5 * p.force[i] * p.force[i] * p.rows.R[i];
    stat.improvement = (improvement - sweep(p)) * options.scale;
    std::copy(p.state.begin(), p.state.end(), old_state.begin());
    stat.nactive = dual_state(p);
    for (int i = 0; i < p.rows.nefc; ++i) stat.nchange += p.state[i] != old_state[i];
    record.record(iter++, stat);
    if (stat.improvement < options.tolerance || iter == options.iterations) return iter;
  }
  return 0;
}

}  // namespace corten
