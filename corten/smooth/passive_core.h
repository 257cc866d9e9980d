// Springs and dampers of joints for any scalar. D is Data or has its fields.
#pragma once

#include "corten/math/load.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"
#include "corten/smooth/lane_scalar.h"

namespace corten {

template <class T, class S>
CORTEN_HD static void ball_spring(S stiffness, const T* q, const S* q_rest, T* force) {
  store(sub_quat(unit(load_quat(q)), spread<T>(load_quat(q_rest))) * T(-stiffness), force);
}

template <class M, class D>
CORTEN_HD static void joint_spring(const M& m, D& d, int jnt) {
  using T = ScalarOf<D>;
  const auto stiffness = m.jnt_stiffness[jnt];
  const T* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const auto* q_rest = m.qpos_spring.data() + m.jnt_qposadr[jnt];
  T* force = d.qfrc_spring.data() + m.jnt_dofadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) force[k] = T(-stiffness) * (q[k] - T(q_rest[k]));
      return ball_spring(stiffness, q + 3, q_rest + 3, force + 3);
    case mjJNT_BALL:
      return ball_spring(stiffness, q, q_rest, force);
    default:
      *force = T(-stiffness) * (*q - T(*q_rest));
  }
}

template <class M, class D>
[[gnu::always_inline]] CORTEN_HD static inline void joint_springs_dampers(const M& m, D& d, Run dofs,
                                                                          Run joints) {
  using T = ScalarOf<D>;
  if (!(m.opt.disableflags & mjDSBL_SPRING))
    for (int jnt = joints.first; jnt < joints.last; ++jnt)
      if (m.jnt_stiffness[jnt] != 0) joint_spring(m, d, jnt);
  if (!(m.opt.disableflags & mjDSBL_DAMPER))
    for (int dof = dofs.first; dof < dofs.last; ++dof)
      d.qfrc_damper[dof] = T(-m.dof_damping[dof]) * d.qvel[dof];
}

}  // namespace corten
