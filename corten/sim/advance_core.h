// From forces to the next state for any scalar: smooth acceleration, semi-implicit Euler. D is Data or has
// its fields; a world says how it factors and solves with matrices of the pattern of M.
#pragma once

#include <algorithm>

#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/configuration_core.h"
#include "corten/smooth/inertia_core.h"

namespace corten {

// fn(dof) for the dofs of those that take part
template <class Who, class Fn>
static void for_dofs(Who who, Fn&& fn) {
  for (const Run run : who.dofs())
    for (int dof = run.first; dof < run.last; ++dof) fn(dof);
}

// out: d.qfrc_smooth
template <class D, class Who>
static void sum_smooth_forces(D& d, Who who) {
  for_dofs(who, [&](int dof) {
    d.qfrc_smooth[dof] = d.qfrc_passive[dof] - d.qfrc_bias[dof] + d.qfrc_applied[dof] + d.qfrc_actuator[dof];
  });
}

// forces of everything that acts, constraints included
template <class D, class Who, class T = ScalarOf<D>>
static void sum_all_forces(const D& d, Who who, T* force) {
  for_dofs(who, [&](int dof) { force[dof] = d.qfrc_smooth[dof] + d.qfrc_constraint[dof]; });
}

template <class M, class Who>
static bool has_damping(const M& m, Who who) {
  for (const Run run : who.dofs())
    if (std::any_of(m.dof_damping.data() + run.first, m.dof_damping.data() + run.last,
                    [](auto b) { return b > 0; }))
      return true;
  return false;
}

// Whether Euler's method takes the damping of joints at the end of the step.
template <class M, class Who>
static bool damps_implicitly(const M& m, Who who) {
  return !(m.opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) && has_damping(m, who);
}

// qH = M + h diag(damping), not factored
template <class M, class D, class Who>
static void damp_inertia(const M& m, D& d, Who who) {
  using T = ScalarOf<D>;
  copy_inertia(d, who, d.qH.data());
  for_dofs(who, [&](int dof) {
    d.qH[m.M_rowadr[dof] + m.M_rownnz[dof] - 1] += T(m.opt.timestep * m.dof_damping[dof]);
  });
}

// qvel += h qacc
template <class M, class D, class Who, class T = ScalarOf<D>>
static void advance_velocities(const M& m, D& d, Who who, const T* qacc) {
  const T h(m.opt.timestep);
  for_dofs(who, [&](int dof) { d.qvel[dof] += h * qacc[dof]; });
}

// qpos moved along `rates` for one timestep
template <class M, class D, class Who, class T = ScalarOf<D>>
static void advance_positions(const M& m, D& d, Who who, const T* rates) {
  for (const Run dofs : who.dofs())
    integrate_pos_core(m, d.qpos.data(), rates, T(m.opt.timestep), who.joints(dofs));
}

}  // namespace corten
