#include "corten/solver/dual_state.h"

#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

int friction_state(Real force, Real floss) {
  if (force <= -floss) return kLinearPos;
  if (force >= floss) return kLinearNeg;
  return kQuadratic;
}

int cone_state(const ContactRows& cone, const Real* force) {
  const Real mu = cone.mu, N = force[0] / mu;
  Real f[6];
  for (int j = 1; j < cone.dim; ++j) f[j] = force[j] / cone.friction[j - 1];
  const Real T = std::sqrt(dot(f + 1, f + 1, cone.dim - 1));
  if (mu * N >= T) return kSatisfied;
  if (N + mu * T <= 0) return kQuadratic;
  return kConeZone;
}

}  // namespace

int dual_state(const DualProblem& p) {
  const Rows& rows = p.rows;
  for (int i = 0; i < rows.ne; ++i) p.state[i] = kQuadratic;
  for (int i = rows.ne; i < rows.ne + rows.nf; ++i)
    p.state[i] = friction_state(p.force[i], rows.frictionloss[i]);
  int nactive = rows.ne + rows.nf;
  for_push_rows(
      rows,
      [&](int first, int last) {
        for (int i = first; i < last; ++i) {
          p.state[i] = p.force[i] <= 0 ? kSatisfied : kQuadratic;
          nactive += p.state[i] != kSatisfied;
        }
      },
      [&](const ContactRows& cone) {
        const int state = cone_state(cone, p.force.data() + cone.row);
        for (int j = 0; j < cone.dim; ++j) p.state[cone.row + j] = state;
        if (state != kSatisfied) nactive += cone.dim;
      });
  return nactive;
}

}  // namespace corten
