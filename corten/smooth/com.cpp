#include "corten/smooth/com.h"

#include <algorithm>

#include "corten/math/spatial.h"

namespace corten {
namespace {

void subtree_centers(const Model& m, Data& d) {
  for (int body = 0; body < m.nbody; ++body) d.subtree_com[body] = d.xipos[body] * m.body_mass[body];
  for (int body = m.nbody - 1; body >= 0; --body) {
    Vec3<Real>& com = d.subtree_com[body];
    if (body > 0) d.subtree_com[m.body_parentid[body]] += com;
    const Real mass = m.body_subtreemass[body];
    com = mass < kMinVal<Real> ? d.xipos[body] : com * (1 / mass);
  }
}

// rotation about an axis through a point `offset` before the reference point
Motion<Real> rotation(const Vec3<Real>& axis, const Vec3<Real>& offset) {
  return {axis, cross(axis, offset)};
}

void rotation_dofs(const Mat3<Real>& rot, const Vec3<Real>& offset, Motion<Real>* cdof) {
  for (int k = 0; k < 3; ++k) cdof[k] = rotation(rot.col(k), offset);
}

void joint_dofs(const Model& m, Data& d, int jnt) {
  const int body = m.jnt_bodyid[jnt];
  const Vec3<Real> offset = reference_point(m, d, body) - d.xanchor[jnt];
  Motion<Real>* cdof = d.cdof.data() + m.jnt_dofadr[jnt];
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) {
        cdof[k] = {};
        cdof[k].lin[k] = 1;
      }
      return rotation_dofs(d.xmat[body], offset, cdof + 3);
    case mjJNT_BALL:
      return rotation_dofs(d.xmat[body], offset, cdof);
    case mjJNT_SLIDE:
      *cdof = {{}, d.xaxis[jnt]};
      return;
    default:
      *cdof = rotation(d.xaxis[jnt], offset);
  }
}

// Three rotational dofs share the velocity before the joint.
Motion<Real> pass_rotation(Motion<Real> velocity, const Motion<Real>* cdof, const Real* qvel,
                           Motion<Real>* cdof_dot) {
  for (int k = 0; k < 3; ++k) cdof_dot[k] = cross_motion(velocity, cdof[k]);
  return velocity + (cdof[0] * qvel[0] + cdof[1] * qvel[1] + cdof[2] * qvel[2]);
}

Motion<Real> pass_joint(const Model& m, Data& d, int jnt, Motion<Real> velocity) {
  const int dof = m.jnt_dofadr[jnt];
  const Motion<Real>* cdof = d.cdof.data() + dof;
  const Real* qvel = d.qvel.data() + dof;
  Motion<Real>* cdof_dot = d.cdof_dot.data() + dof;
  switch (m.jnt_type[jnt]) {
    case mjJNT_FREE:
      for (int k = 0; k < 3; ++k) cdof_dot[k] = {};
      velocity += cdof[0] * qvel[0] + cdof[1] * qvel[1] + cdof[2] * qvel[2];
      return pass_rotation(velocity, cdof + 3, qvel + 3, cdof_dot + 3);
    case mjJNT_BALL:
      return pass_rotation(velocity, cdof, qvel, cdof_dot);
    default:
      *cdof_dot = cross_motion(velocity, *cdof);
      return velocity + *cdof * *qvel;
  }
}

}  // namespace

void com_pos(const Model& m, Data& d) {
  subtree_centers(m, d);
  d.cinert[0] = {};
  for (int body = 1; body < m.nbody; ++body)
    d.cinert[body] = inert_com(m.body_inertia[body], d.ximat[body],
                               d.xipos[body] - reference_point(m, d, body), m.body_mass[body]);
  for (int jnt = 0; jnt < m.njnt; ++jnt) joint_dofs(m, d, jnt);
}

void com_vel(const Model& m, Data& d) {
  d.cvel[0] = {};
  for (int body = 1; body < m.nbody; ++body) {
    Motion<Real> velocity = d.cvel[m.body_parentid[body]];
    const int first = m.body_jntadr[body];
    for (int jnt = first; jnt < first + m.body_jntnum[body]; ++jnt)
      velocity = pass_joint(m, d, jnt, velocity);
    d.cvel[body] = velocity;
  }
}

void subtree_vel(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  const auto velocity = frame.alloc<Vec3<Real>>(m.nbody);  // of each body's centre of mass
  for (int body = 0; body < m.nbody; ++body) {
    const Motion<Real> v = transport(d.cvel[body], d.xipos[body], reference_point(m, d, body));
    velocity[static_cast<std::size_t>(body)] = v.lin;
    d.subtree_linvel[body] = v.lin * m.body_mass[body];
    Vec3<Real> spin_b = transpose_mul(d.ximat[body], v.ang);
    for (int k = 0; k < 3; ++k) spin_b[k] *= m.body_inertia[body][k];
    d.subtree_angmom[body] = d.ximat[body] * spin_b;
  }
  for (int body = m.nbody - 1; body >= 0; --body) {
    if (body > 0) d.subtree_linvel[m.body_parentid[body]] += d.subtree_linvel[body];
    d.subtree_linvel[body] *= 1 / std::max(kMinVal<Real>, m.body_subtreemass[body]);
  }
  for (int body = m.nbody - 1; body > 0; --body) {
    const int parent = m.body_parentid[body];
    const Vec3<Real> arm = d.xipos[body] - d.subtree_com[body];
    const Vec3<Real> relative = velocity[static_cast<std::size_t>(body)] - d.subtree_linvel[body];
    d.subtree_angmom[body] += cross(arm, relative * m.body_mass[body]);
    d.subtree_angmom[parent] += d.subtree_angmom[body];
    const Vec3<Real> parent_arm = d.subtree_com[body] - d.subtree_com[parent];
    const Vec3<Real> parent_relative = d.subtree_linvel[body] - d.subtree_linvel[parent];
    d.subtree_angmom[parent] += cross(parent_arm, parent_relative * m.body_subtreemass[body]);
  }
  d.flg_subtreevel = 1;
}

}  // namespace corten
