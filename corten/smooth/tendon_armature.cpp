#include "corten/smooth/tendon_armature.h"

#include <algorithm>

#include "corten/linalg/vector_kernels.h"
#include "corten/model/awake.h"
#include "corten/smooth/com.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/tendon.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

bool has_armature(const Model& m, const Data& d, int tendon) {
  return m.tendon_armature[tendon] != 0 && sleep_state(m, d, mjOBJ_TENDON, tendon) != mjS_ASLEEP;
}

Vec3<Real> point_velocity(const Model& m, const Data& d, int body, const Vec3<Real>& point) {
  return transport(d.cvel[body], point, reference_point(m, d, body)).lin;
}

Vec3<Real> column(std::span<const Real> jac, int nv, int dof) {
  const Real* p = jac.data() + dof;
  return {p[0], p[nv], p[2 * nv]};
}

// rate of the unit vector from p0 to p1
Vec3<Real> direction_rate(const Vec3<Real>& direction, Real dist, const Vec3<Real>& relative_velocity) {
  if (dist <= kMinVal<Real>) return {};
  return (relative_velocity - direction * dot(direction, relative_velocity)) * (1 / dist);
}

void add_segment_rate(const Model& m, Data& d, int site0, int site1, Real divisor, std::span<Real> jac_dot) {
  const int body0 = m.site_bodyid[site0], body1 = m.site_bodyid[site1];
  if (body0 == body1) return;
  const Vec3<Real>&p0 = d.site_xpos[site0], &p1 = d.site_xpos[site1];
  Vec3<Real> direction = p1 - p0;
  const Real dist = normalize(direction);
  const Vec3<Real> rate =
      direction_rate(direction, dist, point_velocity(m, d, body1, p1) - point_velocity(m, d, body0, p0));
  Arena::Frame frame(d.arena);
  const auto j0 = frame.alloc<Real>(3 * m.nv), j1 = frame.alloc<Real>(3 * m.nv);
  const auto jd0 = frame.alloc<Real>(3 * m.nv), jd1 = frame.alloc<Real>(3 * m.nv);
  jac(m, d, j0, {}, p0, body0);
  jac(m, d, j1, {}, p1, body1);
  corten::jac_dot(m, d, jd0, {}, p0, body0);
  corten::jac_dot(m, d, jd1, {}, p1, body1);
  const Real scale = 1 / divisor;
  for (int dof = 0; dof < m.nv; ++dof) {  // term by term, as the oracle adds them
    Real& sum = jac_dot[dof];
    sum += dot(column(jd1, m.nv, dof) - column(jd0, m.nv, dof), direction) * scale;
    sum += dot(column(j1, m.nv, dof) - column(j0, m.nv, dof), rate) * scale;
  }
}

}  // namespace

void tendon_armature(const Model& m, Data& d) {
  Arena::Frame frame(d.arena);
  std::span<Real> dense;
  const bool sparse = is_sparse(m);
  for (int i = 0; i < m.ntendon; ++i) {
    if (!has_armature(m, d, i)) continue;
    const Real armature = m.tendon_armature[i];
    if (dense.empty()) dense = frame.alloc<Real>(m.nv);
    std::fill(dense.begin(), dense.end(), Real(0));
    for_tendon_entries(m, d, i, sparse, [&](int dof, Real j) { dense[dof] = j; });
    for (int dof = 0; dof < m.nv; ++dof) {
      const Real j = dense[dof];
      if (j == 0) continue;
      const int adr = m.M_rowadr[dof];
      for (int k = adr; k < adr + m.M_rownnz[dof]; ++k) d.M[k] += armature * j * dense[m.M_colind[k]];
    }
  }
}

void tendon_jac_dot(const Model& m, Data& d, int tendon, std::span<Real> jac_dot) {
  std::fill(jac_dot.begin(), jac_dot.end(), Real(0));
  const int end = m.tendon_adr[tendon] + m.tendon_num[tendon];
  Real divisor = 1;
  for (int path = m.tendon_adr[tendon]; path < end - 1; ++path) {
    if (m.wrap_type[path] == mjWRAP_PULLEY) divisor = m.wrap_prm[path];
    if (m.wrap_type[path] == mjWRAP_SITE && m.wrap_type[path + 1] == mjWRAP_SITE)
      add_segment_rate(m, d, m.wrap_objid[path], m.wrap_objid[path + 1], divisor, jac_dot);
  }
}

void tendon_bias(const Model& m, Data& d, std::span<Real> qfrc) {
  for (int i = 0; i < m.ntendon; ++i) {
    if (!has_armature(m, d, i)) continue;
    Arena::Frame frame(d.arena);
    const auto jac_dot = frame.alloc<Real>(m.nv);
    tendon_jac_dot(m, d, i, jac_dot);
    const Real coefficient = m.tendon_armature[i] * dot(jac_dot.data(), d.qvel.data(), m.nv);
    add_tendon_force(m, d, i, coefficient, qfrc.data());
  }
}

}  // namespace corten
