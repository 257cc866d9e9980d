#include "viewer/perturb.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "corten/math/mat3.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/object_motion.h"

namespace corten::viewer {
namespace {

constexpr Real kSmallest = 1e-15;

Vec3<Real> grip_of(const Data& d, const Perturb& p) {
  return d.xpos[p.select] + d.xmat[p.select] * p.localpos;
}

bool selected(const Model& m, const Perturb& p) { return p.select > 0 && p.select < m.nbody; }

Real local_mass(const Model& m, const Data& d, int body, const Vec3<Real>& point) {
  if (m.nv == 0) return 0;
  const auto nv = static_cast<std::size_t>(m.nv);
  std::vector<Real> jacobian(3 * nv);
  jac(m, d, jacobian, {}, point, body);
  std::vector<Real> solved = jacobian;
  solve_m(m, d, solved, 3);
  Real mobility = 0;
  for (std::size_t i = 0; i < jacobian.size(); ++i) mobility += jacobian[i] * solved[i];
  return mobility > kSmallest ? 3 / mobility : 1;  // 1 where nothing moves
}

Quat<Real> inertial_quat(const Model& m, const Data& d, int body) {
  return d.xquat[body] * m.body_iquat[body];
}

}  // namespace

void init_perturb(const Model& m, const Data& d, Perturb& p) {
  if (!selected(m, p)) return;
  p.refpos = d.xipos[p.select];
  p.refquat = inertial_quat(m, d, p.select);
  p.refselpos = grip_of(d, p);
  p.localmass = local_mass(m, d, p.select, p.refselpos);
}

void shift_perturb(const Vec3<Real>& by, Perturb& p) {
  p.refpos += by;
  p.refselpos += by;
}

void apply_perturb_force(const Model& m, Data& d, const Perturb& p) {
  const int active = p.active | p.active2;
  if (active == 0 || !selected(m, p)) return;
  const Motion<Real> velocity = object_velocity(m, d, mjOBJ_BODY, p.select, false);
  const Real turning = m.vis.map.stiffnessrot;
  const Real mobility = std::max(m.body_invweight0[p.select][1], kSmallest);
  Wrench<Real>& applied = d.xfrc_applied[p.select];
  if (active & mjPERT_TRANSLATE) {
    const Vec3<Real> grip = grip_of(d, p), arm = grip - d.xipos[p.select];
    const Vec3<Real> towards = p.refselpos - grip;
    const Real stiffness = m.vis.map.stiffness;
    const Vec3<Real> speed = velocity.lin + cross(velocity.ang, arm);
    applied.force = (towards * stiffness - speed * std::sqrt(stiffness)) * p.localmass;
    const Vec3<Real> direction = towards * (1 / std::max(std::sqrt(dot(towards, towards)), kSmallest));
    // about the line of the pull, which the force cannot stop
    const Vec3<Real> twist = direction * dot(velocity.ang, direction);
    applied.torque = cross(arm, applied.force) - twist * (std::sqrt(turning) / mobility);
  }
  if (active & mjPERT_ROTATE) {
    const Vec3<Real> rotation = quat_to_vel(p.refquat * conjugate(inertial_quat(m, d, p.select)), Real(1));
    applied.torque = (rotation * turning - velocity.ang * std::sqrt(turning)) * (1 / mobility);
  }
}

void apply_perturb_pose(const Model& m, Data& d, const Perturb& p, bool paused) {
  if ((p.active | p.active2) == 0 || !selected(m, p)) return;
  // of the body whose inertial frame is where the hand wants it
  const Quat<Real> quat = p.refquat * conjugate(m.body_iquat[p.select]);
  const Vec3<Real> pos = p.refpos - rotate(quat, m.body_ipos[p.select]);
  const int mocap = m.body_mocapid[p.select];
  const int joint = m.body_jntnum[p.select] == 1 ? m.body_jntadr[p.select] : -1;
  if (mocap >= 0) {
    d.mocap_pos[mocap] = pos;
    d.mocap_quat[mocap] = quat;
  } else if (paused && joint >= 0 && m.jnt_type[joint] == mjJNT_FREE) {
    const int adr = m.jnt_qposadr[joint];
    for (int k = 0; k < 3; ++k) d.qpos[adr + k] = pos[k];
    for (int k = 0; k < 4; ++k) d.qpos[adr + 3 + k] = quat[k];
  }
}

}  // namespace corten::viewer
