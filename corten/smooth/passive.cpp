#include "corten/smooth/passive.h"

#include <algorithm>

#include "corten/math/load.h"
#include "corten/smooth/fluid.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/tendon.h"

namespace corten {
namespace {

void clear(Array<Real>& a) { std::fill(a.begin(), a.end(), Real(0)); }

void ball_spring(Real stiffness, const Real* q, const Real* q_rest, Real* force) {
  store(sub_quat(unit(load_quat(q)), load_quat(q_rest)) * -stiffness, force);
}

void joint_spring(const Model& m, Data& d, int jnt) {
  const Real stiffness = m.jnt_stiffness[jnt];
  const Real* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const Real* q_rest = m.qpos_spring.data() + m.jnt_qposadr[jnt];
  Real* force = d.qfrc_spring.data() + m.jnt_dofadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) force[k] = -stiffness * (q[k] - q_rest[k]);
      return ball_spring(stiffness, q + 3, q_rest + 3, force + 3);
    case mjJNT_BALL:
      return ball_spring(stiffness, q, q_rest, force);
    default:
      *force = -stiffness * (*q - *q_rest);
  }
}

void tendon_springs_dampers(const Model& m, Data& d, bool springs, bool dampers) {
  for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    const Real stiffness = springs ? m.tendon_stiffness[tendon] : 0;
    const Real damping = dampers ? m.tendon_damping[tendon] : 0;
    if (stiffness == 0 && damping == 0) continue;
    const Real spring =
        stiffness * deadband_displacement(d.ten_length[tendon], m.tendon_lengthspring[tendon]);
    const Real damper = -damping * d.ten_velocity[tendon];
    add_tendon_force(m, d, tendon, spring, d.qfrc_spring.span());
    add_tendon_force(m, d, tendon, damper, d.qfrc_damper.span());
  }
}

void springs_dampers(const Model& m, Data& d) {
  const bool springs = !(m.opt.disableflags & mjDSBL_SPRING);
  const bool dampers = !(m.opt.disableflags & mjDSBL_DAMPER);
  if (springs)
    for (int jnt = 0; jnt < m.njnt; ++jnt)
      if (m.jnt_stiffness[jnt] != 0) joint_spring(m, d, jnt);
  if (dampers)
    for (int dof = 0; dof < m.nv; ++dof) d.qfrc_damper[dof] = -m.dof_damping[dof] * d.qvel[dof];
  tendon_springs_dampers(m, d, springs, dampers);
}

// A force against gravity at the centre of mass of each compensated body.
void gravity_compensation(const Model& m, Data& d) {
  for (int body = 1; body < m.nbody; ++body)
    if (m.body_gravcomp[body] != 0) {
      const Vec3<Real> force = m.opt.gravity * -(m.body_mass[body] * m.body_gravcomp[body]);
      apply_ft(m, d, force, {}, d.xipos[body], body, d.qfrc_gravcomp.span());
    }
}

void sum_passive(const Model& m, Data& d, bool fluid, bool gravcomp) {
  for (int dof = 0; dof < m.nv; ++dof) {
    Real sum = d.qfrc_spring[dof] + d.qfrc_damper[dof];
    if (fluid) sum += d.qfrc_fluid[dof];
    // compensation routed through actuators is added there
    if (gravcomp && !m.jnt_actgravcomp[m.dof_jntid[dof]]) sum += d.qfrc_gravcomp[dof];
    d.qfrc_passive[dof] = sum;
  }
}

}  // namespace

void passive(const Model& m, Data& d, const Hooks& hooks) {
  clear(d.qfrc_spring);
  clear(d.qfrc_damper);
  clear(d.qfrc_gravcomp);
  clear(d.qfrc_fluid);
  clear(d.qfrc_passive);
  const int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  if (m.nv == 0 || (m.opt.disableflags & off) == off) return;
  springs_dampers(m, d);
  const bool gravcomp = has_gravcomp(m);
  if (gravcomp) gravity_compensation(m, d);
  const bool fluid = m.opt.viscosity != 0 || m.opt.density != 0;
  if (fluid) fluid_forces(m, d);
  sum_passive(m, d, fluid, gravcomp);
  if (hooks.passive) hooks.passive(m, d, hooks.user);
}

}  // namespace corten
