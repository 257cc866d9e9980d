#include "corten/smooth/jacobian.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <cstring>

#include "corten/smooth/com.h"

namespace corten {
namespace {

void store_column(std::span<Real> jac, int nv, int dof, const Vec3<Real>& column) {
  for (int k = 0; k < 3; ++k) jac[k * nv + dof] = column[k];
}

void add_column(std::span<Real> jac, int nv, int dof, const Vec3<Real>& column) {
  for (int k = 0; k < 3; ++k) jac[k * nv + dof] += column[k];
}

void clear(std::span<Real> jac) { std::fill(jac.begin(), jac.end(), Real(0)); }

int subtree_end(const Model& m, int body) {
  int last = body + 1;
  while (last < m.nbody && m.body_parentid[last] >= body) ++last;
  return last;
}

// velocity of the dof's axis; ball and free rotations turn with their own body
Motion<Real> axis_rate(const Model& m, const Data& d, int dof) {
  const int jnt = m.dof_jntid[dof], type = m.jnt_type[jnt];
  const bool turns = type == mjJNT_BALL || (type == mjJNT_FREE && dof >= m.jnt_dofadr[jnt] + 3);
  return turns ? cross_motion(d.cvel[m.dof_bodyid[dof]], d.cdof[dof]) : d.cdof_dot[dof];
}

// Zeros of either sign have no other bit than that of the sign.
bool is_zero(const Wrench<Real>& w) {
  std::uint64_t bits[Wrench<Real>::kSize];
  static_assert(sizeof bits == sizeof w);
  std::memcpy(bits, &w, sizeof bits);
  return (bits[0] | bits[1] | bits[2] | bits[3] | bits[4] | bits[5]) << 1 == 0;
}

}  // namespace

void jac(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, const Vec3<Real>& point,
         int body) {
  clear(jacp);
  clear(jacr);
  const Vec3<Real> offset = point - reference_point(m, d, body);
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) {
    if (!jacp.empty()) store_column(jacp, m.nv, dof, point_column(d.cdof[dof], offset));
    if (!jacr.empty()) store_column(jacr, m.nv, dof, d.cdof[dof].ang);
  }
}

void jac_body(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int body) {
  jac(m, d, jacp, jacr, d.xpos[body], body);
}

void jac_body_com(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int body) {
  jac(m, d, jacp, jacr, d.xipos[body], body);
}

void jac_geom(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int geom) {
  jac(m, d, jacp, jacr, d.geom_xpos[geom], m.geom_bodyid[geom]);
}

void jac_site(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr, int site) {
  jac(m, d, jacp, jacr, d.site_xpos[site], m.site_bodyid[site]);
}

void jac_subtree_com(const Model& m, Data& d, std::span<Real> jacp, int body) {
  clear(jacp);
  for (int b = body, end = subtree_end(m, body); b < end; ++b) {
    const Vec3<Real> offset = d.xipos[b] - reference_point(m, d, b);
    for (int dof = last_dof(m, b); dof >= 0; dof = m.dof_parentid[dof])
      add_column(jacp, m.nv, dof, point_column(d.cdof[dof], offset) * m.body_mass[b]);
  }
  const Real scale = 1 / m.body_subtreemass[body];
  for (Real& x : jacp) x *= scale;
}

void jac_point_axis(const Model& m, Data& d, std::span<Real> jac_point, std::span<Real> jac_axis,
                    const Vec3<Real>& point, const Vec3<Real>& axis, int body) {
  jac(m, d, jac_point, {}, point, body);
  if (jac_axis.empty()) return;
  clear(jac_axis);
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof])
    store_column(jac_axis, m.nv, dof, cross(d.cdof[dof].ang, axis));
}

void jac_dot(const Model& m, const Data& d, std::span<Real> jacp, std::span<Real> jacr,
             const Vec3<Real>& point, int body) {
  clear(jacp);
  clear(jacr);
  const Vec3<Real> offset = point - reference_point(m, d, body);
  const Vec3<Real> point_velocity = transport(d.cvel[body], point, reference_point(m, d, body)).lin;
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof]) {
    const Motion<Real> rate = axis_rate(m, d, dof);
    if (!jacr.empty()) store_column(jacr, m.nv, dof, rate.ang);
    if (!jacp.empty())
      store_column(jacp, m.nv, dof,
                   (rate.lin + cross(rate.ang, offset)) + cross(d.cdof[dof].ang, point_velocity));
  }
}

void angmom_mat(const Model& m, Data& d, std::span<Real> mat, int body) {
  clear(mat);
  for (int b = body, end = subtree_end(m, body); b < end; ++b) {
    const Mat3<Real>& rot = d.ximat[b];
    const Vec3<Real> arm = d.xipos[b] - d.subtree_com[body];
    const Vec3<Real> offset = d.xipos[b] - reference_point(m, d, b);
    for (int dof = last_dof(m, b); dof >= 0; dof = m.dof_parentid[dof]) {
      Vec3<Real> local = transpose_mul(rot, d.cdof[dof].ang);
      for (int k = 0; k < 3; ++k) local[k] *= m.body_inertia[b][k];
      const Vec3<Real> orbit = cross(arm, point_column(d.cdof[dof], offset)) * m.body_mass[b];
      add_column(mat, m.nv, dof, rot * local + orbit);
    }
  }
}

void apply_ft(const Model& m, const Data& d, const Vec3<Real>& force, const Vec3<Real>& torque,
              const Vec3<Real>& point, int body, std::span<Real> qfrc) {
  assert(body >= 0 && body < m.nbody);
  apply_ft_core(m, d, force, torque, point, body, qfrc.data());
}

void xfrc_accumulate(const Model& m, const Data& d, std::span<Real> qfrc) {
  for (int body = 1; body < m.nbody; ++body) {
    const Wrench<Real>& w = d.xfrc_applied[body];
    if (!is_zero(w)) [[unlikely]]
      apply_ft(m, d, w.force, w.torque, d.xipos[body], body, qfrc);
  }
}

}  // namespace corten
