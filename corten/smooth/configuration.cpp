#include "corten/smooth/configuration.h"

#include "corten/smooth/configuration_core.h"

namespace corten {

void differentiate_pos(const Model& m, std::span<Real> qvel, Real dt, std::span<const Real> qpos1,
                       std::span<const Real> qpos2) {
  for (int jnt = 0; jnt < m.njnt; ++jnt) {
    const Real* q1 = qpos1.data() + m.jnt_qposadr[jnt];
    const Real* q2 = qpos2.data() + m.jnt_qposadr[jnt];
    Real* v = qvel.data() + m.jnt_dofadr[jnt];
    const int type = m.jnt_type[jnt], linear = linear_size(type);
    for (int k = 0; k < linear; ++k) v[k] = (q2[k] - q1[k]) / dt;
    if (has_quat(type))
      store(quat_to_vel(conjugate(load_quat(q1 + linear)) * load_quat(q2 + linear), dt), v + linear);
  }
}

void integrate_pos(const Model& m, std::span<Real> qpos, std::span<const Real> qvel, Real dt, Run joints) {
  integrate_pos_core(m, qpos.data(), qvel.data(), dt, joints);
}

void integrate_pos(const Model& m, std::span<Real> qpos, std::span<const Real> qvel, Real dt) {
  integrate_pos(m, qpos, qvel, dt, {0, m.njnt});
}

void normalize_quat(const Model& m, std::span<Real> qpos) {
  for (int jnt = 0; jnt < m.njnt; ++jnt) {
    const int type = m.jnt_type[jnt];
    if (!has_quat(type)) continue;
    Real* q = qpos.data() + m.jnt_qposadr[jnt] + (type == mjJNT_FREE ? 3 : 0);
    store(unit(load_quat(q)), q);
  }
}

}  // namespace corten
