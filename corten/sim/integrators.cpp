#include "corten/sim/integrators.h"

#include <algorithm>

#include "corten/linalg/tree_ldl.h"
#include "corten/linalg/tree_lu.h"
#include "corten/model/timed.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/inertia.h"

namespace corten {
namespace {

bool has_damping(const Model& m) {
  return std::any_of(m.dof_damping.begin(), m.dof_damping.end(), [](Real b) { return b > 0; });
}

// forces of everything that acts, constraints included
std::span<Real> total_force(const Model& m, const Data& d, Arena::Frame& frame) {
  const auto force = frame.alloc<Real>(m.nv);
  for (int dof = 0; dof < m.nv; ++dof)
    force[static_cast<std::size_t>(dof)] = d.qfrc_smooth[dof] + d.qfrc_constraint[dof];
  return force;
}

void factor_qh(const Model& m, Data& d) {
  factor_tree_ldl(inertia_pattern(m), d.qH.span(), d.qHDiagInv.span());
}
// x ← qH⁻¹ x
void solve_qh(const Model& m, const Data& d, std::span<Real> x) {
  solve_tree_ldl(inertia_pattern(m), d.qH.span(), d.qHDiagInv.span(), 1, x);
}

// qLU = factors of M − h ∂(passive + actuator − bias)/∂qvel
void factor_implicit(const Model& m, Data& d) {
  smooth_velocity_derivative(m, d, true);
  for (int k = 0; k < m.nD; ++k) {
    const int inertia = m.mapM2D[k];
    d.qLU[k] = (inertia >= 0 ? d.M[inertia] : 0) - m.opt.timestep * d.qDeriv[k];
  }
  factor_tree_lu(derivative_pattern(m), m.D_diag.span(), d.qLU.span());
}

// qH = factor of M − h ∂(passive + actuator)/∂qvel
void factor_implicitfast(const Model& m, Data& d) {
  smooth_velocity_derivative(m, d, false);
  for (int k = 0; k < m.nC; ++k) d.qH[k] = d.M[k] - m.opt.timestep * d.qDeriv[m.mapD2M[k]];
  factor_qh(m, d);
}

}  // namespace

void euler(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_ADVANCE, hooks);
  const bool off = m.opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER);
  if (off || !has_damping(m)) return advance(m, d, d.act_dot.span(), d.qacc.span());
  Arena::Frame frame(d.arena);
  const auto qacc = total_force(m, d, frame);
  std::copy(d.M.begin(), d.M.end(), d.qH.begin());
  for (int dof = 0; dof < m.nv; ++dof)
    d.qH[m.M_rowadr[dof] + m.M_rownnz[dof] - 1] += m.opt.timestep * m.dof_damping[dof];
  factor_qh(m, d);
  solve_qh(m, d, qacc);
  advance(m, d, d.act_dot.span(), qacc);
}

void implicit(const Model& m, Data& d, const Hooks& hooks, bool keep_factor) {
  const Timed timed(d, mjTIMER_ADVANCE, hooks);
  if (!keep_factor) factor_implicit(m, d);
  Arena::Frame frame(d.arena);
  const auto qacc = total_force(m, d, frame);
  solve_tree_lu(derivative_pattern(m), m.D_diag.span(), d.qLU.span(), qacc);
  advance(m, d, d.act_dot.span(), qacc);
}

void implicitfast(const Model& m, Data& d, const Hooks& hooks, bool keep_factor) {
  const Timed timed(d, mjTIMER_ADVANCE, hooks);
  if (!keep_factor) factor_implicitfast(m, d);
  Arena::Frame frame(d.arena);
  const auto qacc = total_force(m, d, frame);
  solve_qh(m, d, qacc);
  advance(m, d, d.act_dot.span(), qacc);
}

void integrate(const Model& m, Data& d, const Hooks& hooks, bool keep_factor) {
  switch (m.opt.integrator) {
    case mjINT_RK4:
      return rk4(m, d, hooks);
    case mjINT_IMPLICIT:
      return implicit(m, d, hooks, keep_factor);
    case mjINT_IMPLICITFAST:
      return implicitfast(m, d, hooks, keep_factor);
    default:
      return euler(m, d, hooks);
  }
}

}  // namespace corten
