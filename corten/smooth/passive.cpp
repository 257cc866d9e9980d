#include "corten/smooth/passive.h"

#include <algorithm>

#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/smooth/flex.h"
#include "corten/smooth/fluid.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/passive_core.h"
#include "corten/smooth/tendon.h"

namespace corten {
namespace {

void clear_forces(Data& d, Run dofs) {
  for (int dof = dofs.first; dof < dofs.last; ++dof)
    d.qfrc_spring[dof] = d.qfrc_damper[dof] = d.qfrc_gravcomp[dof] = d.qfrc_fluid[dof] = d.qfrc_passive[dof] =
        0;
}

void tendon_springs_dampers(const Model& m, Data& d, bool springs, bool dampers) {
  const bool sleepers = some_asleep(m, d);
  for (int tendon = 0; tendon < m.ntendon; ++tendon) {
    if (sleepers && sleep_state(m, d, mjOBJ_TENDON, tendon) != mjS_AWAKE) continue;
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

template <class Who>
void springs_dampers(const Model& m, Data& d, Who who) {
  for (const Run dofs : who.dofs()) joint_springs_dampers(m, d, dofs, who.joints(dofs));
  if (m.nflex) flex_forces(m, d);
  if (m.ntendon)
    tendon_springs_dampers(m, d, !(m.opt.disableflags & mjDSBL_SPRING),
                           !(m.opt.disableflags & mjDSBL_DAMPER));
}

// A force against gravity at the centre of mass of each compensated body.
template <class Who>
void gravity_compensation(const Model& m, Data& d, Who who) {
  for (const Run run : who.bodies())
    for (int body = run.first; body < run.last; ++body)
      if (m.body_gravcomp[body] != 0) {
        const Vec3<Real> force = m.opt.gravity * -(m.body_mass[body] * m.body_gravcomp[body]);
        apply_ft(m, d, force, {}, d.xipos[body], body, d.qfrc_gravcomp.span());
      }
}

void sum_passive(const Model& m, Data& d, bool fluid, bool gravcomp, Run dofs) {
  for (int dof = dofs.first; dof < dofs.last; ++dof) {
    Real sum = d.qfrc_spring[dof] + d.qfrc_damper[dof];
    if (fluid) sum += d.qfrc_fluid[dof];
    // compensation routed through actuators is added there
    if (gravcomp && !m.jnt_actgravcomp[m.dof_jntid[dof]]) sum += d.qfrc_gravcomp[dof];
    d.qfrc_passive[dof] = sum;
  }
}

bool switched_off(const Model& m) {
  const int off = mjDSBL_SPRING | mjDSBL_DAMPER;
  return m.nv == 0 || (m.opt.disableflags & off) == off;
}

template <class Who>
void all_forces(const Model& m, Data& d, Who who) {
  for (const Run dofs : who.dofs()) clear_forces(d, dofs);
  if (switched_off(m)) return;
  springs_dampers(m, d, who);
  const bool gravcomp = has_gravcomp(m);
  if (gravcomp) gravity_compensation(m, d, who);
  const bool fluid = m.opt.viscosity != 0 || m.opt.density != 0;
  if (fluid) fluid_forces(m, d);
  if (m.nflex) flex_contact_forces(m, d);
  for (const Run dofs : who.dofs()) sum_passive(m, d, fluid, gravcomp, dofs);
}

}  // namespace

void passive(const Model& m, Data& d, const Hooks& hooks) {
  among_awake(m, d, [&](auto who) { all_forces(m, d, who); });
  if (switched_off(m)) return;
  if (hooks.passive) hooks.passive(m, d, hooks.user);
  if (m.nplugin) compute_plugins(m, d, mjPLUGIN_PASSIVE);
}

}  // namespace corten
