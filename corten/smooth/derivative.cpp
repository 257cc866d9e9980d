#include "corten/smooth/derivative.h"

#include <algorithm>

#include "corten/model/awake.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/actuation_core.h"
#include "corten/smooth/derivative_core.h"
#include "corten/smooth/muscle_core.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// ∂ force / ∂ velocity of an actuator
Real actuator_slope(const Model& m, const Data& d, int i) {
  const Real slope = actuator_bias_slope(m, i);
  Real gain_slope = 0;
  if (m.actuator_gaintype[i] == mjGAIN_AFFINE) gain_slope = m.actuator_gainprm[i][2];
  if (m.actuator_gaintype[i] == mjGAIN_MUSCLE)
    gain_slope =
        core::muscle_gain_vel(d.actuator_length[i], d.actuator_velocity[i], m.actuator_lengthrange[i],
                              m.actuator_acc0[i], m.actuator_gainprm[i].data());
  if (gain_slope == 0) return slope;
  return slope + gain_slope * core::actuator_input(m, d, i, d.ctrl[i]);  // raw: neither limited nor delayed
}

bool saturated(const Model& m, const Data& d, int i) {
  return m.actuator_forcelimited[i] && actuator_saturated(m, d, i);
}

// −damping JᵀJ of flex edges; `dense` is all zero before and after
void add_flex_edge_derivative(const Model& m, Data& d, std::span<Real> dense) {
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_rigid[f] || m.flex_edgedamping[f] == 0) continue;
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
      if (m.flexedge_rigid[e]) continue;
      const std::span<const int> dofs =
          m.flexedge_J_colind.slice(m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]);
      const Real* j = d.flexedge_J.data() + m.flexedge_J_rowadr[e];
      for (std::size_t k = 0; k < dofs.size(); ++k) dense[dofs[k]] = j[k];
      add_outer_product(m, d, dense, dofs, -m.flex_edgedamping[f]);
      for (const int dof : dofs) dense[dof] = 0;
    }
  }
}

}  // namespace

CsrPattern derivative_pattern(const Model& m, Run dofs) {
  return {m.D_rownnz.slice(0, dofs.last), m.D_rowadr.slice(0, dofs.last), m.D_colind.span(), dofs.first};
}

void add_outer_product(const Model& m, Data& d, std::span<const Real> dense, std::span<const int> dofs,
                       Real scale) {
  add_outer_product_core(m, d, dense.data(), dofs.data(), static_cast<int>(dofs.size()), scale);
}

void add_actuator_derivative(const Model& m, Data& d) {
  if (m.opt.disableflags & mjDSBL_ACTUATION) return;
  Arena::Frame frame(d.arena);
  const auto dense = frame.zeros<Real>(m.nv);
  add_actuator_derivative_core(m, d, dense.data(), [&](int i) -> Real {
    if (actuator_disabled(m, i) || actuator_asleep(m, d, i) || saturated(m, d, i)) return 0;
    return actuator_slope(m, d, i);
  });
}

void add_passive_derivative(const Model& m, Data& d) {
  if (m.opt.disableflags & mjDSBL_DAMPER) return;
  for_awake_dofs(m, d, [&](int dof) { damp_dof(m, d, dof); });
  Arena::Frame frame(d.arena);
  const auto dense = frame.zeros<Real>(m.nv);
  const auto dofs = frame.alloc<int>(m.nv);
  add_flex_edge_derivative(m, d, dense);
  for (int i = 0; i < m.ntendon; ++i) {
    if (m.tendon_damping[i] == 0 || sleep_state(m, d, mjOBJ_TENDON, i) == mjS_ASLEEP) continue;
    add_tendon_derivative(m, d, i, dense.data(), dofs.data());
  }
}

void smooth_velocity_derivative(const Model& m, Data& d, bool with_bias) {
  among_awake(m, d, [&](auto who) {
    for (const Run dofs : who.dofs()) {
      const Run entries = who.derivative_entries(dofs);
      std::fill(d.qDeriv.begin() + entries.first, d.qDeriv.begin() + entries.last, Real(0));
    }
  });
  add_actuator_derivative(m, d);
  add_fluid_derivative(m, d, !with_bias);
  add_passive_derivative(m, d);
  if (with_bias) subtract_bias_derivative(m, d);
}

}  // namespace corten
