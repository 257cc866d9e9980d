#include "corten/smooth/passive.h"

#include <algorithm>

#include "corten/smooth/fluid.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/passive_core.h"
#include "corten/smooth/tendon.h"

namespace corten {
namespace {

void clear(Array<Real>& a) { std::fill(a.begin(), a.end(), Real(0)); }

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
  joint_springs_dampers(m, d);
  tendon_springs_dampers(m, d, !(m.opt.disableflags & mjDSBL_SPRING), !(m.opt.disableflags & mjDSBL_DAMPER));
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
