// The steps of lane_step.h.
#include "corten/batch/lane_data.h"
#include "corten/batch/lane_step.h"
#include "corten/math/pack.h"
#include "corten/math/scalar.h"
#include "corten/smooth/com_core.h"
#include "corten/smooth/configuration_core.h"
#include "corten/smooth/inertia_core.h"
#include "corten/smooth/kinematics_core.h"
#include "corten/smooth/passive_core.h"
#include "corten/smooth/rne_core.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, kLanes>;
using World = LaneData<Four>;

bool any_bad(const Array<Four>& values) {
  Mask<double, kLanes> bad = Four(0) != Four(0);
  for (const Four& x : values) bad = bad || is_bad(x);
  return any(bad);
}

// Springs, dampers and gravity with the forces of motion.
void natural_forces(const Model& m, World& d) {
  for (Four& f : d.qfrc_spring) f = Four(0);
  for (Four& f : d.qfrc_damper) f = Four(0);
  joint_springs_dampers(m, d, {0, m.nv}, {0, m.njnt});
  const bool gravity = !(m.opt.disableflags & mjDSBL_GRAVITY);
  d.acc[0] = Motion<Four>{};
  if (gravity) d.acc[0].lin = spread<Four>(m.opt.gravity * Real(-1));
  rne_core(m, d, Everybody{m}, false, d.acc.data(), d.force.data(), d.qfrc_bias.data());
}

Four limited(Four x, bool is_limited, const Vec<Real, 2>& range) {
  return is_limited ? clip(x, Four(range[0]), Four(range[1])) : x;
}

Four affine(const Real* prm, Four length, Four velocity) {
  return Four(prm[0]) + Four(prm[1]) * length + Four(prm[2]) * velocity;
}

// Force of one actuator on its joint.
Four actuator_force(const Model& m, const World& d, int i) {
  const int jnt = m.actuator_trnid[i][0];
  const Four gear(m.actuator_gear[i][0]);
  const Four length = d.qpos[m.jnt_qposadr[jnt]] * gear;
  const Four velocity = Four(0) + gear * d.qvel[m.jnt_dofadr[jnt]];
  const bool clamp = m.actuator_ctrllimited[i] && !(m.opt.disableflags & mjDSBL_CLAMPCTRL);
  const Four input = limited(d.ctrl[i], clamp, m.actuator_ctrlrange[i]);
  const Real* gain = m.actuator_gainprm[i].data();
  Four force =
      (m.actuator_gaintype[i] == mjGAIN_FIXED ? Four(gain[0]) : affine(gain, length, velocity)) * input;
  force += m.actuator_biastype[i] == mjBIAS_NONE ? Four(0)
                                                 : affine(m.actuator_biasprm[i].data(), length, velocity);
  return limited(force, m.actuator_forcelimited[i], m.actuator_forcerange[i]);
}

void actuation(const Model& m, World& d) {
  for (Four& f : d.qfrc_actuator) f = Four(0);
  if (m.opt.disableflags & mjDSBL_ACTUATION) return;
  for (int i = 0; i < m.nu; ++i)
    d.qfrc_actuator[m.jnt_dofadr[m.actuator_trnid[i][0]]] +=
        Four(m.actuator_gear[i][0]) * actuator_force(m, d, i);
  for (int jnt = 0; jnt < m.njnt; ++jnt)
    if (m.jnt_actfrclimited[jnt] && m.jnt_type[jnt] >= mjJNT_SLIDE) {
      Four& force = d.qfrc_actuator[m.jnt_dofadr[jnt]];
      force = limited(force, true, m.jnt_actfrcrange[jnt]);
    }
}

// x ← matrix⁻¹ x, the factor left in qLD
void solve_with(const Model& m, World& d, Array<Four>& x) {
  factor_inertia(m, d.qLD.data(), d.qLDiagInv.data());
  solve_inertia(m, d.qLD.data(), d.qLDiagInv.data(), x.data());
}

void copy(const Array<Four>& from, Array<Four>& to) {
  for (int i = 0; i < from.size(); ++i) to[i] = from[i];
}

void accelerate(const Model& m, World& d) {
  for (int dof = 0; dof < m.nv; ++dof)
    d.qfrc_smooth[dof] =
        (d.qfrc_spring[dof] + d.qfrc_damper[dof]) - d.qfrc_bias[dof] + Four(0) + d.qfrc_actuator[dof];
  copy(d.M, d.qLD);
  copy(d.qfrc_smooth, d.qacc);
  solve_with(m, d, d.qacc);
}

bool damps_implicitly(const Model& m) {
  if (m.opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) return false;
  for (const Real damping : m.dof_damping)
    if (damping > 0) return true;
  return false;
}

void integrate_state(const Model& m, World& d, bool implicit_damping) {
  const Four h(m.opt.timestep);
  if (implicit_damping) {
    copy(d.M, d.qLD);
    for (int dof = 0; dof < m.nv; ++dof)
      d.qLD[m.M_rowadr[dof] + m.M_rownnz[dof] - 1] += Four(m.opt.timestep * m.dof_damping[dof]);
    for (int dof = 0; dof < m.nv; ++dof) d.qacc[dof] = d.qfrc_smooth[dof] + Four(0);
    solve_with(m, d, d.qacc);
  }
  for (int dof = 0; dof < m.nv; ++dof) d.qvel[dof] += h * d.qacc[dof];
  integrate_pos_core(m, d.qpos.data(), d.qvel.data(), h, {0, m.njnt});
  d.time += h;
}

// One step; false, and nothing moved, when a number is bad.
bool step(const Model& m, World& d, bool implicit_damping) {
  if (any_bad(d.qpos) || any_bad(d.qvel) || any_bad(d.ctrl)) return false;
  place_bodies(m, d);
  com_pos_core(m, d, Everybody{m});
  crb_core(m, d, Everybody{m});
  com_vel_core(m, d, Everybody{m});
  natural_forces(m, d);
  actuation(m, d);
  accelerate(m, d);
  if (any_bad(d.qacc)) return false;
  integrate_state(m, d, implicit_damping);
  return true;
}

// One number of each lane's row.
Four gather(const Real* const (&rows)[kLanes], std::size_t at) {
  Four x;
  for (int lane = 0; lane < kLanes; ++lane) x.set_lane(lane, rows[lane][at]);
  return x;
}
void scatter(Four x, Real* const (&rows)[kLanes], std::size_t at) {
  for (int lane = 0; lane < kLanes; ++lane) rows[lane][at] = x.lane(lane);
}

void read_state(const Real* const (&rows)[kLanes], World& d) {
  std::size_t at = 0;
  d.time = gather(rows, at++);
  for (Four& q : d.qpos) q = gather(rows, at++);
  for (Four& v : d.qvel) v = gather(rows, at++);
}
void write_state(const World& d, Real* const (&rows)[kLanes], std::size_t at) {
  scatter(d.time, rows, at++);
  for (const Four& q : d.qpos) scatter(q, rows, at++);
  for (const Four& v : d.qvel) scatter(v, rows, at++);
}

std::size_t scratch(const Model& m) {
  Layout layout;
  World d;
  World::visit(d, m.sizes(), layout);
  return layout.size();
}

int run(const Model& m, const LaneTrajectories& t, std::byte* memory, Real* const (&last)[kLanes]) {
  World d;
  World::visit(d, m.sizes(), Layout(memory));
  read_state(t.initial, d);
  for (Four& u : d.ctrl) u = Four(0);
  const auto nu = static_cast<std::size_t>(m.nu), nstate = static_cast<std::size_t>(1 + m.nq + m.nv);
  const bool implicit_damping = damps_implicitly(m);
  int made = 0;
  for (; made < t.nstep; ++made) {
    const auto row = static_cast<std::size_t>(made);
    if (t.control[0])
      for (int i = 0; i < m.nu; ++i) d.ctrl[i] = gather(t.control, row * nu + static_cast<std::size_t>(i));
    if (!step(m, d, implicit_damping)) break;
    if (t.state[0]) write_state(d, t.state, row * nstate);
  }
  write_state(d, last, 0);
  return made;
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
LaneKernels kernel_table<LaneKernels, Isa::CORTEN_ISA>() {
  return {scratch, run};
}

}  // namespace corten
