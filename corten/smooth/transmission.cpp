#include "corten/smooth/transmission.h"

#include <algorithm>

#include "corten/base/arena.h"
#include "corten/smooth/actuation.h"
#include "corten/smooth/com.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/transmission_core.h"

namespace corten {
namespace {

void add_constraint_row(const Model& m, const Data& d, int efc, Real scale, std::span<Real> dense) {
  if (is_sparse(m)) {
    const int adr = d.efc_J_rowadr[efc];
    for (int k = adr; k < adr + d.efc_J_rownnz[efc]; ++k) dense[d.efc_J_colind[k]] += d.efc_J[k] * scale;
  } else {
    const Real* row = d.efc_J.data() + static_cast<std::ptrdiff_t>(efc) * m.nv;
    for (int dof = 0; dof < m.nv; ++dof) dense[dof] += row[dof] * scale;
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

// Normal row of a contact within the gap, which has none among the constraints: n · (J₂ − J₁).
void add_excluded_contact(const Model& m, const Data& d, const Contact& con, int body1, int body2,
                          std::span<Real> dense) {
  const Vec3<Real> offset1 = con.pos - reference_point(m, d, body1);
  const Vec3<Real> offset2 = con.pos - reference_point(m, d, body2);
  for_either_chain(m, body1, body2, [&](int dof, bool moves1, bool moves2) {
    Vec3<Real> column{};
    if (moves2) column = point_column(d.cdof[dof], offset2);
    if (moves1) column -= point_column(d.cdof[dof], offset1);
    dense[dof] += dot(con.frame.row(0), column);
  });
}

// dense += −(mean of the normal Jacobians of the body's contacts, those within the gap included).
//   in: d.contact d.efc_J
void adhesion_moment(const Model& m, Data& d, int body, std::span<Real> dense) {
  Arena::Frame frame(d.arena);
  const std::span<Real> excluded = frame.zeros<Real>(m.nv);
  int count = 0;
  for (int i = 0; i < d.ncon; ++i) {
    const Contact& con = d.contact[i];
    if (con.geom[0] < 0 || con.geom[1] < 0) continue;
    const int body1 = m.geom_bodyid[con.geom[0]], body2 = m.geom_bodyid[con.geom[1]];
    if (body1 != body && body2 != body) continue;
    if (con.exclude == 0) {
      add_active_contact(m, d, con, dense);
    } else if (con.exclude == 1) {
      add_excluded_contact(m, d, con, body1, body2, excluded);
    } else {
      continue;
    }
    ++count;
  }
  if (count == 0) return;
  for (std::size_t dof = 0; dof < dense.size(); ++dof)
    dense[dof] = (dense[dof] + excluded[dof]) * (Real(-1) / count);
}

Real body_moments(const Model& m, Data& d, int i, std::span<Real> dense, MomentRow<Real>& row) {
  std::fill(dense.begin(), dense.end(), Real(0));
  adhesion_moment(m, d, m.actuator_trnid[i][0], dense);
  row.compress(dense.data(), m.nv);
  return 0;
}

}  // namespace

void transmission(const Model& m, Data& d) {
  if (m.nu == 0) return;
  Arena::Frame frame(d.arena);
  const std::span<Real> dense = frame.alloc<Real>(m.nv);
  transmission_core(
      m, d, [&](int i) { return actuator_asleep(m, d, i); },
      [&](int i, MomentRow<Real>& row) {
        return m.actuator_trntype[i] == mjTRN_BODY ? body_moments(m, d, i, dense, row)
                                                   : transmit(m, d, i, dense.data(), row);
      });
}

void actuator_velocity(const Model& m, Data& d) { actuator_velocity_core(m, d); }

}  // namespace corten
