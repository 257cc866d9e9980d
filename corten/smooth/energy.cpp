#include "corten/smooth/energy.h"

#include "corten/linalg/vector_kernels.h"
#include "corten/math/load.h"
#include "corten/model/awake.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/passive.h"

namespace corten {
namespace {

Real rotation_energy(Real stiffness, const Real* q, const Real* q_rest) {
  const Vec3<Real> turn = sub_quat(unit(load_quat(q)), load_quat(q_rest));
  return Real(0.5) * stiffness * dot(turn, turn);
}

// Every spring is added to the sum by itself, in the oracle's order.
void add_joint_energy(const Model& m, const Data& d, int jnt, Real& sum) {
  const Real stiffness = m.jnt_stiffness[jnt];
  const Real* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const Real* q_rest = m.qpos_spring.data() + m.jnt_qposadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE: {
      const Vec3<Real> shift = load_vec3(q) - load_vec3(q_rest);
      sum += Real(0.5) * stiffness * dot(shift, shift);
      sum += rotation_energy(stiffness, q + 3, q_rest + 3);
      return;
    }
    case mjJNT_BALL:
      sum += rotation_energy(stiffness, q, q_rest);
      return;
    default:
      sum += Real(0.5) * stiffness * (*q - *q_rest) * (*q - *q_rest);
  }
}

// Elastic energy of elements and hinges is not counted.
void add_flex_edge_energy(const Model& m, const Data& d, Real& sum) {
  for (int f = 0; f < m.nflex; ++f) {
    if (m.flex_dim[f] != 1 || m.flex_rigid[f] || m.flex_edgestiffness[f] == 0) continue;
    for (int e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; ++e) {
      const Real x = m.flexedge_length0[e] - d.flexedge_length[e];
      if (!m.flexedge_rigid[e]) sum += Real(0.5) * m.flex_edgestiffness[f] * x * x;
    }
  }
}

// springs of what sleeps are left out
void add_spring_energy(const Model& m, const Data& d, Real& sum) {
  for_awake_joints(m, d, [&](int jnt) {
    if (m.jnt_stiffness[jnt] != 0) add_joint_energy(m, d, jnt, sum);
  });
  const bool sleepers = some_asleep(m, d);
  for (int i = 0; i < m.ntendon; ++i) {
    if (sleepers && sleep_state(m, d, mjOBJ_TENDON, i) != mjS_AWAKE) continue;
    const Real x = deadband_displacement(d.ten_length[i], m.tendon_lengthspring[i]);
    sum += Real(0.5) * m.tendon_stiffness[i] * x * x;
  }
  add_flex_edge_energy(m, d, sum);
}

}  // namespace

void energy_pos(const Model& m, Data& d) {
  d.energy[0] = 0;
  if (!(m.opt.disableflags & mjDSBL_GRAVITY))
    for (int body = 1; body < m.nbody; ++body)
      d.energy[0] -= m.body_mass[body] * dot(m.opt.gravity, d.xipos[body]);
  if (!(m.opt.disableflags & mjDSBL_SPRING)) add_spring_energy(m, d, d.energy[0]);
  d.flg_energypos = 1;
}

void energy_vel(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto momentum = frame.alloc<Real>(m.nv);
  mul_m(m, d, momentum, d.qvel.span());
  d.energy[1] = Real(0.5) * dot(momentum.data(), d.qvel.data(), m.nv);
  d.flg_energyvel = 1;
}

}  // namespace corten
