// Motion of a configuration for any scalar.
#pragma once

#include "corten/math/load.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"

namespace corten {

CORTEN_HD inline bool has_quat(int joint_type) {
  return joint_type == mjJNT_FREE || joint_type == mjJNT_BALL;
}

// numbers of a joint that move along lines
CORTEN_HD inline int linear_size(int joint_type) {
  return joint_type == mjJNT_FREE ? 3 : joint_type == mjJNT_BALL ? 0 : 1;
}

template <class M, class T>
CORTEN_HD void integrate_joint(const M& m, int jnt, T* qpos, const T* qvel, T dt) {
  T* q = qpos + m.jnt_qposadr[jnt];
  const T* v = qvel + m.jnt_dofadr[jnt];
  const int type = m.jnt_type[jnt], linear = linear_size(type);
  for (int k = 0; k < linear; ++k) q[k] += dt * v[k];
  if (has_quat(type)) store(integrate(load_quat(q + linear), load_vec3(v + linear), dt), q + linear);
}

template <class T>
void integrate_pos_core(const Model& m, T* qpos, const T* qvel, T dt, Run joints) {
  for (int jnt = joints.first; jnt < joints.last; ++jnt) integrate_joint(m, jnt, qpos, qvel, dt);
}

}  // namespace corten
