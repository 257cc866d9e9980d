#include "corten/sim/integrators.h"

#include <algorithm>

#include "corten/linalg/tree_lu.h"
#include "corten/model/awake.h"
#include "corten/model/timed.h"
#include "corten/sim/advance_core.h"
#include "corten/sim/flex_implicit.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/derivative_core.h"
#include "corten/smooth/inertia.h"

namespace corten {
namespace {

// whether some dof that is awake is damped, and Euler's method implicit in that
bool damps_implicitly(const Model& m, const Data& d) {
  bool damped = false;
  among_awake(m, d, [&](auto who) { damped = damps_implicitly(m, who); });
  return damped;
}

// forces of everything that acts on awake dofs, constraints included
std::span<Real> total_force(const Model& m, const Data& d, Arena::Frame& frame) {
  const auto force = frame.alloc<Real>(m.nv);
  among_awake(m, d, [&](auto who) { sum_all_forces(d, who, force.data()); });
  return force;
}

void factor_qh(const Model& m, Data& d) { factor_awake(m, d, d.qH.span(), d.qHDiagInv.span()); }
// x ← qH⁻¹ x
void solve_qh(const Model& m, const Data& d, std::span<Real> x) {
  solve_awake(m, d, d.qH.span(), d.qHDiagInv.span(), x);
}

// qLU = factors of M − h ∂(passive + actuator − bias)/∂qvel
void factor_implicit(const Model& m, Data& d) {
  smooth_velocity_derivative(m, d, true);
  for (int k = 0; k < m.nD; ++k) {
    const int inertia = m.mapM2D[k];
    d.qLU[k] = (inertia >= 0 ? d.M[inertia] : 0) - m.opt.timestep * d.qDeriv[k];
  }
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.dofs())
      factor_tree_lu(derivative_pattern(m, run), m.D_diag.span(), d.qLU.span());
  });
}

// x ← qLU⁻¹ x
void solve_qlu(const Model& m, const Data& d, std::span<Real> x) {
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.dofs())
      solve_tree_lu(derivative_pattern(m, run), m.D_diag.span(), d.qLU.span(), x);
  });
}

// qH = factor of M − h ∂(passive + actuator)/∂qvel
void factor_implicitfast(const Model& m, Data& d) {
  smooth_velocity_derivative(m, d, false);
  damped_inertia(m, d, d.qH.data());
  factor_qh(m, d);
}

// qH = factor of M + h diag(damping)
void factor_damped(const Model& m, Data& d) {
  among_awake(m, d, [&](auto who) { damp_inertia(m, d, who); });
  factor_qh(m, d);
}

// The stiffness of interpolated flexes belongs to a system that was factored for all.
bool replaces_node_accelerations(const Model& m, const Data& d, bool keep_factor) {
  return !keep_factor && !some_asleep(m, d) && has_interpolated_flex(m);
}

// By d.qacc as it is now: trees that fall asleep make it anew.
void advance_explicitly(const Model& m, Data& d, const Hooks& hooks) {
  if (!sleep_enabled(m)) return advance(m, d, d.act_dot.span(), d.qacc.span(), {}, hooks);
  Arena::Frame frame(d.arena);
  const auto qacc = frame.alloc<Real>(m.nv);
  for_awake_dofs(m, d, [&](int dof) { qacc[dof] = d.qacc[dof]; });
  advance(m, d, d.act_dot.span(), qacc, {}, hooks);
}

// The matrix that an implicit integrator solves with.
struct ImplicitMatrix {
  void (*factor)(const Model& m, Data& d);
  void (*solve)(const Model& m, const Data& d, std::span<Real> x);
  bool symmetric;
};

void implicit_step(const Model& m, Data& d, const Hooks& hooks, bool keep_factor,
                   const ImplicitMatrix& matrix) {
  const Timed timed(d, mjTIMER_ADVANCE, hooks);
  if (!keep_factor) matrix.factor(m, d);
  Arena::Frame frame(d.arena);
  const auto qacc = total_force(m, d, frame);
  matrix.solve(m, d, qacc);
  if (replaces_node_accelerations(m, d, keep_factor))
    solve_flex_nodes(m, d, matrix.symmetric, total_force(m, d, frame), qacc);
  advance(m, d, d.act_dot.span(), qacc, {}, hooks);
}

}  // namespace

void euler(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_ADVANCE, hooks);
  if (!damps_implicitly(m, d)) return advance_explicitly(m, d, hooks);
  Arena::Frame frame(d.arena);
  const auto qacc = total_force(m, d, frame);
  factor_damped(m, d);
  solve_qh(m, d, qacc);
  advance(m, d, d.act_dot.span(), qacc, {}, hooks);
}

void implicit(const Model& m, Data& d, const Hooks& hooks, bool keep_factor) {
  implicit_step(m, d, hooks, keep_factor, {factor_implicit, solve_qlu, false});
}

void implicitfast(const Model& m, Data& d, const Hooks& hooks, bool keep_factor) {
  implicit_step(m, d, hooks, keep_factor, {factor_implicitfast, solve_qh, true});
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
