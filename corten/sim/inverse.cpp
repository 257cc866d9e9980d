#include "corten/sim/inverse.h"

#include <algorithm>

#include "corten/constraint/jacobian_products.h"
#include "corten/linalg/span_kernels.h"
#include "corten/linalg/tree_ldl.h"
#include "corten/linalg/vector_kernels.h"
#include "corten/model/awake.h"
#include "corten/model/belongs.h"
#include "corten/model/timed.h"
#include "corten/sense/sensors.h"
#include "corten/sim/configuration_stages.h"
#include "corten/sim/constraint_problem.h"
#include "corten/sim/forward.h"
#include "corten/smooth/derivative.h"
#include "corten/smooth/energy.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

void copy(std::span<const Real> from, std::span<Real> to) { std::copy(from.begin(), from.end(), to.begin()); }

// bias + (M qacc − passive − constraint); of sleeping dofs, as in the oracle, what it was takes the place of
// bias
void inverse_force(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  std::span<Real> inertial = frame.alloc<Real>(m.nv);
  mul_m(m, d, inertial, d.qacc.span());
  for_awake_dofs(m, d, [&](int dof) { d.qfrc_inverse[dof] = d.qfrc_bias[dof]; });
  for (int i = 0; i < m.nv; ++i) d.qfrc_inverse[i] += inertial[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
}

Real distance(std::span<const Real> a, std::span<const Real> b, Arena& arena) {
  Arena::Frame frame(arena);
  std::span<Real> difference = frame.alloc<Real>(static_cast<int>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] = a[i] - b[i];
  return norm(difference);
}

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

// d.qacc = M⁻¹ M̂ d.qacc, where M̂ is the inertia the integrator solves with: from (next qvel − qvel) /
// timestep to the acceleration that forward dynamics gives. RK4 solves with none; nothing is changed.
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

}  // namespace

void inv_position(const Model& m, Data& d, const Hooks& hooks) {
  Laps laps(d, hooks);
  const double start = laps.last();
  configuration_stages(m, d, hooks, Waking::kByUser, laps);
  laps.add_since(start, mjTIMER_POSITION);
}

void inv_velocity(const Model& m, Data& d, const Hooks& hooks) { fwd_velocity(m, d, hooks); }

void inv_constraint(const Model& m, Data& d, const Hooks& hooks) {
  const Timed timed(d, mjTIMER_CONSTRAINT, hooks);
  if (d.nefc == 0) {
    std::fill(d.qfrc_constraint.begin(), d.qfrc_constraint.end(), Real(0));
    return;
  }
  Arena::Frame frame(d.arena);
  std::span<Real> jar = frame.alloc<Real>(d.nefc);
  mul_jac_vec(m, d, jar, d.qacc.span());
  for (int i = 0; i < d.nefc; ++i) jar[i] -= d.efc_aref[i];
  constraint_update(m, d, jar);
}

void inverse_skip(const Model& m, Data& d, mjtStage skip_stage, bool skip_sensor, const Hooks& hooks) {
  require_belongs(m, d);
  const Timed timed(d, mjTIMER_INVERSE, hooks);
  const bool energy = m.opt.enableflags & mjENBL_ENERGY;
  if (skip_stage < mjSTAGE_POS) {
    inv_position(m, d, hooks);
    if (!skip_sensor) sensor_pos(m, d, hooks);
    if (energy && !d.flg_energypos) energy_pos(m, d);
  }
  if (skip_stage < mjSTAGE_VEL) {
    inv_velocity(m, d, hooks);
    if (!skip_sensor) sensor_vel(m, d, hooks);
    if (energy && !d.flg_energyvel) energy_vel(m, d);
  }
  Arena::Frame frame(d.arena);
  std::span<Real> qacc = frame.alloc<Real>(m.nv);
  copy(d.qacc.span(), qacc);
  if (m.opt.enableflags & mjENBL_INVDISCRETE) discrete_to_continuous(m, d);
  inv_constraint(m, d, hooks);
  inverse_force(m, d);
  if (!skip_sensor) {
    d.flg_rnepost = 0;
    sensor_acc(m, d, hooks);
  }
  copy(qacc, d.qacc.span());
}

void inverse(const Model& m, Data& d, const Hooks& hooks) { inverse_skip(m, d, mjSTAGE_NONE, false, hooks); }

void compare_fwd_inv(const Model& m, Data& d, const Hooks& hooks) {
  d.solver_fwdinv = {};
  if (d.nefc == 0) return;
  Arena::Frame frame(d.arena);
  std::span<Real> applied = frame.alloc<Real>(m.nv), qfrc = frame.alloc<Real>(m.nv);
  std::span<Real> force = frame.alloc<Real>(d.nefc);
  copy(d.qfrc_constraint.span(), qfrc);
  copy(d.efc_force.span(), force);
  for (int i = 0; i < m.nv; ++i) applied[i] = d.qfrc_applied[i] + d.qfrc_actuator[i];
  xfrc_accumulate(m, d, applied);
  inverse_skip(m, d, mjSTAGE_VEL, true, hooks);
  d.solver_fwdinv = {distance(qfrc, d.qfrc_constraint.span(), d.arena),
                     distance(applied, d.qfrc_inverse.span(), d.arena)};
  copy(qfrc, d.qfrc_constraint.span());
  copy(force, d.efc_force.span());
}

}  // namespace corten
