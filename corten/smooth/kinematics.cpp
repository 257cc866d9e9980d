#include "corten/smooth/kinematics.h"

#include "corten/smooth/kinematics_core.h"

namespace corten {
namespace {

// Pose of a body before its joints move it: its offset from the parent, or its mocap pose.
Placement<Real> rest_placement(const Model& m, const Data& d, int body) {
  const int mocap = m.body_mocapid[body], parent = m.body_parentid[body];
  const Placement<Real> local = mocap >= 0 ? Placement<Real>{d.mocap_pos[mocap], unit(d.mocap_quat[mocap])}
                                           : Placement<Real>{m.body_pos[body], m.body_quat[body]};
  if (parent == 0) return local;
  return {d.xmat[parent] * local.pos + d.xpos[parent], d.xquat[parent] * local.quat};
}

// Moves the running pose by one joint; records where its axis and anchor were before.
Placement<Real> move_joint(const Model& m, Data& d, int jnt, const Placement<Real>& frame) {
  const Vec3<Real> axis_w = rotate(frame.quat, m.jnt_axis[jnt]);
  const Vec3<Real> anchor_w = rotate(frame.quat, m.jnt_pos[jnt]) + frame.pos;
  d.xaxis[jnt] = axis_w;
  d.xanchor[jnt] = anchor_w;
  const int adr = m.jnt_qposadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_SLIDE:
      return slide_by(frame, axis_w, d.qpos[adr] - m.qpos0[adr]);
    case mjJNT_HINGE:
      return rotate_about(frame, axis_angle_quat(m.jnt_axis[jnt], d.qpos[adr] - m.qpos0[adr]), anchor_w,
                          m.jnt_pos[jnt]);
    default:
      return rotate_about(frame, unit(load_quat(&d.qpos[adr])), anchor_w, m.jnt_pos[jnt]);
  }
}

Placement<Real> free_placement(const Model& m, Data& d, int jnt) {
  const Real* q = d.qpos.data() + m.jnt_qposadr[jnt];
  d.xanchor[jnt] = load_vec3(q);
  d.xaxis[jnt] = m.jnt_axis[jnt];
  return {load_vec3(q), unit(load_quat(q + 3))};
}

void place_body(const Model& m, Data& d, int body) {
  const int first = m.body_jntadr[body], count = m.body_jntnum[body];
  Placement<Real> frame{};
  if (count == 1 && m.jnt_type[first] == mjJNT_FREE) {
    frame = free_placement(m, d, first);
  } else {
    frame = rest_placement(m, d, body);
    for (int jnt = first; jnt < first + count; ++jnt) frame = move_joint(m, d, jnt, frame);
  }
  normalize(frame.quat);
  d.xpos[body] = frame.pos;
  d.xquat[body] = frame.quat;
  d.xmat[body] = to_mat(frame.quat);
}

void place_world(Data& d) {
  d.xpos[0] = d.xipos[0] = {};
  d.xquat[0] = Quat<Real>::identity();
  d.xmat[0] = d.ximat[0] = Mat3<Real>::identity();
}

}  // namespace

void place_local_frame(const Data& d, int body, const Vec3<Real>& pos_b, const Quat<Real>& quat_b,
                       int sameframe, Vec3<Real>& xpos, Mat3<Real>& xmat) {
  if (sameframe == mjSAMEFRAME_BODY) {
    xpos = d.xpos[body];
  } else if (sameframe == mjSAMEFRAME_INERTIA) {
    xpos = d.xipos[body];
  } else {
    xpos = d.xmat[body] * pos_b + d.xpos[body];
  }
  if (sameframe == mjSAMEFRAME_NONE) {
    xmat = to_mat(d.xquat[body] * quat_b);
  } else {
    const bool inertial = sameframe == mjSAMEFRAME_INERTIA || sameframe == mjSAMEFRAME_INERTIAROT;
    xmat = inertial ? d.ximat[body] : d.xmat[body];
  }
}

void kinematics(const Model& m, Data& d) {
  place_world(d);
  for (int body = 1; body < m.nbody; ++body) place_body(m, d, body);
  for (int body = 1; body < m.nbody; ++body)
    place_local_frame(d, body, m.body_ipos[body], m.body_iquat[body], m.body_sameframe[body], d.xipos[body],
                      d.ximat[body]);
  for (int geom = 0; geom < m.ngeom; ++geom)
    place_local_frame(d, m.geom_bodyid[geom], m.geom_pos[geom], m.geom_quat[geom], m.geom_sameframe[geom],
                      d.geom_xpos[geom], d.geom_xmat[geom]);
  for (int site = 0; site < m.nsite; ++site)
    place_local_frame(d, m.site_bodyid[site], m.site_pos[site], m.site_quat[site], m.site_sameframe[site],
                      d.site_xpos[site], d.site_xmat[site]);
}

}  // namespace corten
