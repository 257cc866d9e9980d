#include "corten/sim/set_const.h"

#include <algorithm>
#include <vector>

#include "corten/math/load.h"
#include "corten/sim/set_const_parts.h"
#include "corten/smooth/com.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

// Poses of cameras and lights as if all were fixed to their bodies: what tracking modes keep.
void set_camlight(Model& m, Data& d) {
  const std::vector<int> cam_mode(m.cam_mode.begin(), m.cam_mode.end());
  const std::vector<int> light_mode(m.light_mode.begin(), m.light_mode.end());
  std::fill(m.cam_mode.begin(), m.cam_mode.end(), static_cast<int>(mjCAMLIGHT_FIXED));
  std::fill(m.light_mode.begin(), m.light_mode.end(), static_cast<int>(mjCAMLIGHT_FIXED));
  camlight(m, d);
  std::copy(cam_mode.begin(), cam_mode.end(), m.cam_mode.begin());
  std::copy(light_mode.begin(), light_mode.end(), m.light_mode.begin());
  const auto tracked = [](int target, int body) { return target >= 0 ? target : body; };
  for (int i = 0; i < m.ncam; ++i) {
    const int body = m.cam_bodyid[i];
    m.cam_pos0[i] = d.cam_xpos[i] - d.xpos[body];
    m.cam_poscom0[i] = d.cam_xpos[i] - d.subtree_com[tracked(m.cam_targetbodyid[i], body)];
    m.cam_mat0[i] = d.cam_xmat[i];
  }
  for (int i = 0; i < m.nlight; ++i) {
    const int body = m.light_bodyid[i];
    m.light_pos0[i] = d.light_xpos[i] - d.xpos[body];
    m.light_poscom0[i] = d.light_xpos[i] - d.subtree_com[tracked(m.light_targetbodyid[i], body)];
    m.light_dir0[i] = d.light_xdir[i];
  }
}

// Diagonal of M without tendon armature; simple dofs use it at run time.
void set_dof_M0(Model& m, Data& d) {
  crb(m, d);
  for (int dof = 0; dof < m.nv; ++dof)
    m.dof_M0[dof] = m.dof_armature[dof] + dot(d.cdof[dof], d.crb[m.dof_bodyid[dof]] * d.cdof[dof]);
}

// Anchor of the second body so that both coincide now.
void set_connect(Model& m, const Data& d, int eq) {
  const int body1 = m.eq_obj1id[eq], body2 = m.eq_obj2id[eq];
  Real* data = m.eq_data[eq].data();
  const Vec3<Real> point = d.xmat[body1] * load_vec3(data) + d.xpos[body1];
  store(transpose_mul(d.xmat[body2], point - d.xpos[body2]), data + 3);
}

// Relative pose of the two bodies now, unless the user has given one.
void set_weld(Model& m, const Data& d, int eq) {
  const int body1 = m.eq_obj1id[eq], body2 = m.eq_obj2id[eq];
  Real* data = m.eq_data[eq].data();
  const Quat<Real> given = load_quat(data + 6);
  if (given != Quat<Real>{}) return store(unit(given), data + 6);
  const Vec3<Real> point = d.xmat[body2] * load_vec3(data) + d.xpos[body2];
  store(transpose_mul(d.xmat[body1], point - d.xpos[body1]), data + 3);
  store(conjugate(d.xquat[body1]) * d.xquat[body2], data + 6);
}

void set_equalities(Model& m, const Data& d) {
  for (int eq = 0; eq < m.neq; ++eq) {
    if (m.eq_objtype[eq] != mjOBJ_BODY) continue;
    if (m.eq_type[eq] == mjEQ_CONNECT) set_connect(m, d, eq);
    if (m.eq_type[eq] == mjEQ_WELD) set_weld(m, d, eq);
  }
}

void position_at(const Model& m, Data& d, const Array<Real>& qpos) {
  std::copy(qpos.begin(), qpos.end(), d.qpos.begin());
  kinematics(m, d);
  com_pos(m, d);
}

std::string set_at_qpos0(Model& m, Data& d) {
  position_at(m, d, m.qpos0);
  set_camlight(m, d);
  set_dof_M0(m, d);
  tendon(m, d);
  make_m(m, d);
  factor_m(m, d);
  measure_flexes_at_rest(m, d);
  transmission(m, d);
  std::copy(d.ten_length.begin(), d.ten_length.end(), m.tendon_length0.begin());
  std::copy(d.actuator_length.begin(), d.actuator_length.end(), m.actuator_length0.begin());
  std::string error = set_inverse_weights(m, d);
  if (error.empty()) error = set_flex_constants(m, d);
  set_actuator_damping(m, d);
  set_equalities(m, d);
  return error;
}

// A spring length left to us is the length in the pose of rest.
void set_at_qpos_spring(Model& m, Data& d) {
  position_at(m, d, m.qpos_spring);
  tendon(m, d);
  for (int i = 0; i < m.ntendon; ++i) {
    Vec<Real, 2>& range = m.tendon_lengthspring[i];
    if (range[0] == -1 && range[1] == -1) range[0] = range[1] = d.ten_length[i];
  }
}

}  // namespace

std::string set_const(Model& m, Data& d) {
  std::string error = set_fixed_constants(m);
  if (error.empty()) error = set_at_qpos0(m, d);
  if (!error.empty()) return error;
  set_statistic(m, d);
  set_at_qpos_spring(m, d);
  return {};
}

}  // namespace corten
