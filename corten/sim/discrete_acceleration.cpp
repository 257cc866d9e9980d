#include "corten/sim/discrete_acceleration.h"

#include <algorithm>

#include "corten/linalg/tree_ldl.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/inertia.h"

namespace corten {
namespace {

// M + h diag(damping); the damper flag is not consulted, as in the oracle
void euler_force(const Model& m, const Data& d, std::span<Real> force) {
  mul_m(m, d, force, d.qacc.span());
  if (m.opt.disableflags & mjDSBL_EULERDAMP) return;
  for (int i = 0; i < m.nv; ++i) force[i] += m.opt.timestep * m.dof_damping[i] * d.qacc[i];
}

// M − h qDeriv on the full pattern
void implicit_force(const Model& m, Data& d, std::span<Real> force) {
  smooth_velocity_derivative(m, d, true);
  mul_m(m, d, force, d.qacc.span());
  for (int i = 0; i < m.nv; ++i) {
    const int adr = m.D_rowadr[i];
    force[i] -= m.opt.timestep *
                dot_sparse(d.qDeriv.data() + adr, m.D_colind.data() + adr, m.D_rownnz[i], d.qacc.data());
  }
}

// the same without Coriolis terms, lower triangle of M's pattern taken as symmetric
void implicitfast_force(const Model& m, Data& d, std::span<Real> force) {
  smooth_velocity_derivative(m, d, false);
  for (int k = 0; k < m.nC; ++k) d.qH[k] = d.M[k] - m.opt.timestep * d.qDeriv[m.mapD2M[k]];
  mul_tree_symmetric(inertia_pattern(m), d.qH.span(), d.qacc.span(), force);
}

}  // namespace

void discrete_to_continuous(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  std::span<Real> force = frame.alloc<Real>(m.nv);
  switch (m.opt.integrator) {
    case mjINT_EULER:
      euler_force(m, d, force);
      break;
    case mjINT_IMPLICIT:
      implicit_force(m, d, force);
      break;
    case mjINT_IMPLICITFAST:
      implicitfast_force(m, d, force);
      break;
    default:
      return;
  }
  solve_m(m, d, force);
  std::copy(force.begin(), force.end(), d.qacc.begin());
}

}  // namespace corten
