#include "corten/smooth/adhesion.h"

#include "corten/smooth/com.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

void add_constraint_row(const Model& m, const Data& d, int efc, Real scale, std::span<Real> dense) {
  if (is_sparse(m)) {
    const int adr = d.efc_J_rowadr[efc];
    for (int k = adr; k < adr + d.efc_J_rownnz[efc]; ++k)
      dense[static_cast<std::size_t>(d.efc_J_colind[k])] += d.efc_J[k] * scale;
  } else {
    const Real* row = d.efc_J.data() + static_cast<std::ptrdiff_t>(efc) * m.nv;
    for (int dof = 0; dof < m.nv; ++dof) dense[static_cast<std::size_t>(dof)] += row[dof] * scale;
  }
}

// A pyramid has no normal row: the mean of its edges is one.
void add_active_contact(const Model& m, const Data& d, const Contact& con, std::span<Real> dense) {
  if (con.efc_address < 0) return;  // no room for its rows
  if (con.dim == 1 || m.opt.cone == mjCONE_ELLIPTIC)
    return add_constraint_row(m, d, con.efc_address, 1, dense);
  const int edges = 2 * (con.dim - 1);
  for (int k = 0; k < edges; ++k)
    add_constraint_row(m, d, con.efc_address + k, Real(0.5) / (con.dim - 1), dense);
}

void add_point(const Model& m, const Data& d, int body, const Vec3<Real>& point, const Vec3<Real>& direction,
               std::span<Real> dense) {
  const Vec3<Real> offset = point - reference_point(m, d, body);
  for (int dof = last_dof(m, body); dof >= 0; dof = m.dof_parentid[dof])
    dense[static_cast<std::size_t>(dof)] += dot(point_column(d.cdof[dof], offset), direction);
}

}  // namespace

void adhesion_moment(const Model& m, const Data& d, int body, std::span<Real> dense) {
  int count = 0;
  for (int i = 0; i < d.ncon; ++i) {
    const Contact& con = d.contact[i];
    if (con.geom[0] < 0 || con.geom[1] < 0) continue;
    const int body1 = m.geom_bodyid[con.geom[0]], body2 = m.geom_bodyid[con.geom[1]];
    if (body1 != body && body2 != body) continue;
    if (con.exclude == 0) {
      add_active_contact(m, d, con, dense);
    } else if (con.exclude == 1) {
      add_point(m, d, body2, con.pos, con.frame.row(0), dense);
      add_point(m, d, body1, con.pos, con.frame.row(0) * Real(-1), dense);
    } else {
      continue;
    }
    ++count;
  }
  if (count == 0) return;
  for (Real& x : dense) x *= Real(-1) / count;
}

}  // namespace corten
