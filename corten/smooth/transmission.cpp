#include "corten/smooth/transmission.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/load.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/adhesion.h"
#include "corten/smooth/com.h"
#include "corten/smooth/jacobian.h"

namespace corten {
namespace {

// The row of actuator_moment being written.
struct MomentRow {
  int* colind;
  Real* value;
  int nnz = 0;

  void add(int dof, Real x) {
    colind[nnz] = dof;
    value[nnz++] = x;
  }
  // keeps what is not exactly zero, as the oracle does
  void compress(std::span<const Real> dense) {
    for (std::size_t dof = 0; dof < dense.size(); ++dof)
      if (dense[dof] != 0) add(static_cast<int>(dof), dense[dof]);
  }
};

Vec3<Real> gear_part(const Model& m, int i, int first) {
  return load_vec3(m.actuator_gear[i].data() + first);
}

// gear of a rotation, given in the parent frame, seen from the child frame
Vec3<Real> child_gear(const Quat<Real>& quat, const Vec3<Real>& gear) {
  return rotate(conjugate(quat), gear);
}

Real joint_row(const Model& m, const Data& d, int i, MomentRow& row) {
  const int jnt = m.actuator_trnid[i][0], dof = m.jnt_dofadr[jnt];
  const Real* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const bool in_parent = m.actuator_trntype[i] == mjTRN_JOINTINPARENT;
  const int type = m.jnt_type[jnt];
  if (type == mjJNT_SLIDE || type == mjJNT_HINGE) {
    row.add(dof, m.actuator_gear[i][0]);
    return *q * m.actuator_gear[i][0];
  }
  const bool free = type == mjJNT_FREE;
  const Quat<Real> quat = unit(load_quat(q + (free ? 3 : 0)));
  Vec3<Real> gear = gear_part(m, i, free ? 3 : 0);
  if (in_parent) gear = child_gear(quat, gear);
  if (free)
    for (int k = 0; k < 3; ++k) row.add(dof + k, m.actuator_gear[i][k]);
  for (int k = 0; k < 3; ++k) row.add(dof + k + (free ? 3 : 0), gear[k]);
  return free ? 0 : dot(quat_to_vel(quat, Real(1)), gear);
}

Real tendon_row(const Model& m, const Data& d, int i, MomentRow& row) {
  const int tendon = m.actuator_trnid[i][0];
  const Real gear = m.actuator_gear[i][0];
  if (is_sparse(m)) {
    const int adr = d.ten_J_rowadr[tendon], nnz = d.ten_J_rownnz[tendon];
    const Real* J = d.ten_J.data() + adr;
    Real* value = row.value;
    for (int k = 0; k < nnz; ++k) value[k] = J[k] * gear;
    std::copy_n(d.ten_J_colind.data() + adr, nnz, row.colind);
    row.nnz = nnz;
  } else {
    const std::span<const Real> dense = d.ten_J[tendon];
    for (int dof = 0; dof < m.nv; ++dof)
      if (const Real x = dense[static_cast<std::size_t>(dof)] * gear; x != 0) row.add(dof, x);
  }
  return d.ten_length[tendon] * gear;
}

// dense[dof] += Jpᵀ push + Jrᵀ turn along the chain of a body
void add_wrench(const Model& m, const Data& d, int body, const Vec3<Real>& point, const Vec3<Real>& push,
                const Vec3<Real>& turn, std::span<Real> dense) {
  const Vec3<Real> offset = point - reference_point(m, d, body);
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) {
    Real& x = dense[static_cast<std::size_t>(dof)];
    x += dot(point_column(d.cdof[dof], offset), push) + dot(d.cdof[dof].ang, turn);
  }
}

// Rod of given length between a crank site and a slider that moves along its own z-axis.
struct SliderCrank {
  Real length;
  Vec3<Real> by_vec;   // derivative by the vector slider → crank
  Vec3<Real> by_axis;  // derivative by the slider's axis
};

SliderCrank slider_crank(const Vec3<Real>& axis, const Vec3<Real>& vec, Real rod) {
  const Real along = dot(vec, axis);
  const Real det = along * along + rod * rod - dot(vec, vec);
  if (det <= 0) return {along, axis, vec};
  const Real root = std::sqrt(det), slope = 1 - along / root;
  return {along - root, axis * slope + vec * (1 / root), vec * slope};
}

Real slidercrank_row(const Model& m, Data& d, int i, MomentRow& row) {
  const int crank = m.actuator_trnid[i][0], slider = m.actuator_trnid[i][1];
  const Vec3<Real> axis = d.site_xmat[slider].col(2);
  const SliderCrank s =
      slider_crank(axis, d.site_xpos[crank] - d.site_xpos[slider], m.actuator_cranklength[i]);
  Arena::Frame frame(d.arena);
  const auto dense = frame.zeros<Real>(m.nv);
  const auto crank_jac = frame.alloc<Real>(3 * m.nv), slider_jac = frame.alloc<Real>(3 * m.nv);
  const auto axis_jac = frame.alloc<Real>(3 * m.nv);
  jac_point_axis(m, d, slider_jac, axis_jac, d.site_xpos[slider], axis, m.site_bodyid[slider]);
  jac_site(m, d, crank_jac, {}, crank);
  for (std::size_t dof = 0; dof < dense.size(); ++dof)
    for (int k = 0; k < 3; ++k) {
      const std::size_t e = static_cast<std::size_t>(k * m.nv) + dof;
      dense[dof] += s.by_axis[k] * axis_jac[e] + s.by_vec[k] * (crank_jac[e] - slider_jac[e]);
    }
  const Real gear = m.actuator_gear[i][0];
  for (Real& x : dense) x *= gear;
  row.compress(dense);
  return s.length * gear;
}

Real site_row(const Model& m, Data& d, int i, MomentRow& row) {
  const int site = m.actuator_trnid[i][0];
  const Mat3<Real>& rot = d.site_xmat[site];
  Arena::Frame frame(d.arena);
  const auto dense = frame.zeros<Real>(m.nv);
  add_wrench(m, d, m.site_bodyid[site], d.site_xpos[site], rot * gear_part(m, i, 0), rot * gear_part(m, i, 3),
             dense);
  row.compress(dense);
  return 0;
}

// deepest dof that moves both bodies, −1 if none
int common_dof(const Model& m, int body1, int body2) {
  int dof1 = last_dof(m, body1), dof2 = last_dof(m, body2);
  if (dof1 < 0 || dof2 < 0) return -1;
  while (dof1 != dof2) {
    if (dof1 < dof2) {
      dof2 = m.dof_parentid[dof2];
    } else {
      dof1 = m.dof_parentid[dof1];
    }
    if (dof1 < 0 || dof2 < 0) return -1;
  }
  return dof1;
}

// the oracle's order of factors, which is not the geometric one
Quat<Real> refsite_quat(const Model& m, const Data& d, int site) {
  return m.site_quat[site] * d.xquat[m.site_bodyid[site]];
}

// dense[dof] += (J(site) − J(ref))ᵀ direction, for the columns below the common dof
template <class Column>
void add_difference(const Model& m, int body, int ref_body, int common, Column column,
                    const Vec3<Real>& direction, std::span<Real> dense) {
  for (int dof = last_dof(m, body); dof > common; dof = m.dof_parentid[dof])
    dense[static_cast<std::size_t>(dof)] += dot(column(dof, body, true), direction);
  for (int dof = last_dof(m, ref_body); dof > common; dof = m.dof_parentid[dof])
    dense[static_cast<std::size_t>(dof)] += dot(column(dof, ref_body, false) * Real(-1), direction);
}

Real refsite_row(const Model& m, Data& d, int i, MomentRow& row) {
  const int site = m.actuator_trnid[i][0], ref = m.actuator_trnid[i][1];
  const int body = m.site_bodyid[site], ref_body = m.site_bodyid[ref];
  const int common = common_dof(m, body, ref_body);
  const Mat3<Real>& rot = d.site_xmat[ref];
  const Vec3<Real> push = gear_part(m, i, 0), turn = gear_part(m, i, 3);
  Arena::Frame frame(d.arena);
  const auto dense = frame.zeros<Real>(m.nv);
  Real length = 0;
  if (push != Vec3<Real>{}) {
    length += dot(transpose_mul(rot, d.site_xpos[site] - d.site_xpos[ref]), push);
    const auto column = [&](int dof, int b, bool main) {
      const Vec3<Real>& point = d.site_xpos[main ? site : ref];
      return point_column(d.cdof[dof], point - reference_point(m, d, b));
    };
    add_difference(m, body, ref_body, common, column, rot * push, dense);
  }
  if (turn != Vec3<Real>{}) {
    length += dot(sub_quat(refsite_quat(m, d, site), refsite_quat(m, d, ref)), turn);
    const auto column = [&](int dof, int, bool) { return d.cdof[dof].ang; };
    add_difference(m, body, ref_body, common, column, rot * turn, dense);
  }
  row.compress(dense);
  return length;
}

Real body_row(const Model& m, Data& d, int i, MomentRow& row) {
  Arena::Frame frame(d.arena);
  const auto dense = frame.zeros<Real>(m.nv);
  adhesion_moment(m, d, m.actuator_trnid[i][0], dense);
  row.compress(dense);
  return 0;
}

Real actuator_row(const Model& m, Data& d, int i, MomentRow& row) {
  switch (m.actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return joint_row(m, d, i, row);
    case mjTRN_SLIDERCRANK:
      return slidercrank_row(m, d, i, row);
    case mjTRN_TENDON:
      return tendon_row(m, d, i, row);
    case mjTRN_SITE:
      return m.actuator_trnid[i][1] < 0 ? site_row(m, d, i, row) : refsite_row(m, d, i, row);
    case mjTRN_BODY:
      return body_row(m, d, i, row);
    default:
      return 0;
  }
}

}  // namespace

void transmission(const Model& m, Data& d) {
  int adr = 0;
  for (int i = 0; i < m.nu; ++i) {
    MomentRow row{d.moment_colind.data() + adr, d.actuator_moment.data() + adr};
    if (!actuator_asleep(m, d, i)) d.actuator_length[i] = actuator_row(m, d, i, row);
    d.moment_rowadr[i] = adr;
    d.moment_rownnz[i] = row.nnz;
    adr += row.nnz;
  }
}

void actuator_velocity(const Model& m, Data& d) {
  for (int i = 0; i < m.nu; ++i) {
    const int adr = d.moment_rowadr[i];
    d.actuator_velocity[i] = dot_sparse(d.actuator_moment.data() + adr, d.moment_colind.data() + adr,
                                        d.moment_rownnz[i], d.qvel.data());
  }
}

}  // namespace corten
