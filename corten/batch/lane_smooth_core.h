// Smooth dynamics of worlds in lanes: the stages of `smooth` in the order of a step, from positions to the
// acceleration without constraints.
#pragma once

#include <algorithm>

#include "corten/batch/lane_data.h"
#include "corten/batch/lane_step.h"
#include "corten/sim/advance_core.h"
#include "corten/smooth/actuation_core.h"
#include "corten/smooth/com_core.h"
#include "corten/smooth/derivative_core.h"
#include "corten/smooth/kinematics_core.h"
#include "corten/smooth/passive_core.h"
#include "corten/smooth/rne_core.h"
#include "corten/smooth/transmission_core.h"

namespace corten {

template <class T>
static void lane_positions(const Model& m, LaneData<T>& d, const LanePlan& plan) {
  place_bodies(m, d);
  if (plan.rows)
    for (int geom = 0; geom < m.ngeom; ++geom)
      place_frame(d, m.geom_bodyid[geom], m.geom_pos[geom], m.geom_quat[geom], m.geom_sameframe[geom],
                  d.geom_xpos[geom], d.geom_xmat[geom]);
  if (plan.site_frames) place_site_frames(m, d, {0, m.nsite});
  com_pos_core(m, d, Everybody{m});
  RowBuilder<T> row(d.dense.span(), d.touched.span());
  const bool sparse = is_sparse(m);
  for (int i = 0; i < m.ntendon; ++i) {
    d.ten_length[i] = fixed_tendon(m, d, i, sparse, row);
    store_tendon_row(d, i, sparse, row);
  }
  crb_core(m, d, Everybody{m});
}

template <class T>
static void lane_velocities(const Model& m, LaneData<T>& d) {
  tendon_velocity_core(m, d);
  com_vel_core(m, d, Everybody{m});
  passive_core(m, d, Everybody{m}, OwnPassive{});
  d.acc[0] = world_acceleration<T>(m);
  rne_core(m, d, Everybody{m}, false, d.acc.data(), d.force.data(), d.qfrc_bias.data());
}

// Controls inside their limits take the place of those given.
template <class T>
static void lane_actuation(const Model& m, LaneData<T>& d) {
  if (!core::has_actuation(m)) return core::no_actuation(d);
  transmission_core(
      m, d, [](int) { return false; },
      [&](int i, MomentRow<T>& row) { return transmit(m, d, i, d.dense.data(), row); });
  if (m.ntendon) std::fill(d.dense.begin(), d.dense.end(), T(0));  // as their rows begin
  actuator_velocity_core(m, d);
  for (int i = 0; i < m.nu; ++i) d.ctrl[i] = core::limited_control(m, i, d.ctrl[i]);
  core::actuate(m, d, d.ctrl.data(), d.ten_total.data(), core::OwnActuators<Model, LaneData<T>>{m, d});
}

// x ← matrix⁻¹ x, the factor left in its place
template <class T>
static void lane_solve_with(const Model& m, Array<T>& matrix, Array<T>& inverse_diagonal, Array<T>& x) {
  factor_inertia(m, matrix.data(), inverse_diagonal.data());
  solve_inertia(m, matrix.data(), inverse_diagonal.data(), x.data());
}

template <class T>
static void lane_smooth_acceleration(const Model& m, LaneData<T>& d) {
  sum_smooth_forces(d, Everybody{m});
  copy_inertia(d, Everybody{m}, d.qLD.data());
  std::copy(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), d.qacc_smooth.begin());
  lane_solve_with(m, d.qLD, d.qLDiagInv, d.qacc_smooth);
}

// qH = M − h ∂(passive + actuator)/∂qvel where gains do not depend on velocity, not factored
template <class T>
static void lane_damped_inertia(const Model& m, LaneData<T>& d) {
  std::fill(d.qDeriv.begin(), d.qDeriv.end(), T(0));
  if (core::has_actuation(m))
    add_actuator_derivative_core(m, d, d.dense.data(), [&](int i) {
      if (core::actuator_disabled(m, i)) return T(0);
      const T slope(actuator_bias_slope(m, i));
      return m.actuator_forcelimited[i] ? select(actuator_saturated(m, d, i), T(0), slope) : slope;
    });
  if (!(m.opt.disableflags & mjDSBL_DAMPER)) {
    for (int dof = 0; dof < m.nv; ++dof) damp_dof(m, d, dof);
    for (int i = 0; i < m.ntendon; ++i)
      if (m.tendon_damping[i] != 0) add_tendon_derivative(m, d, i, d.dense.data(), d.dofs.data());
  }
  damped_inertia(m, d, d.qH.data());
}

}  // namespace corten
