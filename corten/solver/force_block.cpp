#include "corten/solver/force_block.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/qcqp.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"

namespace corten {

namespace {}

ForceBlock::ForceBlock(const DualProblem& p, int row, int rows, bool without_R) : n(rows) {
  for (int i = 0; i < n; ++i) {
    old_force[i] = p.force[row + i];
    residual[i] = p.b[row + i] + row_dot(p.AR, row + i, p.force);
    for (int j = 0; j < n; ++j) A[i * n + j] = entry(p.AR, row + i, row + j);
    if (!without_R) continue;
    residual[i] -= p.rows.R[row + i] * old_force[i];
    A[i * n + i] -= p.rows.R[row + i];
  }
}

void ForceBlock::floor_diagonal(Real smallest) {
  for (int i = 0; i < n; ++i) A[i * n + i] = std::max(A[i * n + i], smallest);
}

Real ForceBlock::accept(Real* force) const {
  std::array<Real, kMaxBlock> delta{};
  for (int i = 0; i < n; ++i) delta[i] = force[i] - old_force[i];
  Real quadratic = 0;
  for (int i = 0; i < n; ++i) quadratic += delta[i] * dot(&A[i * n], delta.data(), n);
  const Real change = 0.5 * quadratic + dot(delta.data(), residual.data(), n);
  if (change <= kCostRise) return change;
  std::copy_n(old_force.begin(), n, force);
  return 0;
}

void cone_tangent_step(const ContactRows& cone, std::span<const Real> A, std::span<const Real> c, Real fn,
                       std::span<Real> y) {
  const std::span<const Real> friction(cone.friction, y.size());
  if (fn < kMinVal<Real>) {
    std::fill(y.begin(), y.end(), Real(0));
    return;
  }
  if (!qcqp(y, A, c, friction, fn)) return;
  Real squared = 0;
  for (std::size_t j = 0; j < y.size(); ++j) squared += y[j] * y[j] / (friction[j] * friction[j]);
  const Real scale = std::sqrt(fn * fn / std::max(kMinVal<Real>, squared));
  for (Real& force : y) force *= scale;
}

}  // namespace corten
