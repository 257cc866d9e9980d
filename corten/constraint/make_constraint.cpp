#include "corten/constraint/make_constraint.h"

#include <algorithm>

#include "corten/constraint/contact_rows.h"
#include "corten/constraint/equality.h"
#include "corten/constraint/jacobian_products.h"
#include "corten/model/awake.h"
#include "corten/model/step_arena.h"
#include "corten/model/warning.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

bool enabled(const Model& m, int flag) { return !(m.opt.disableflags & flag); }

// No rows, no islands; the arena is free after the contacts again.
void clear_rows(const Model& m, Data& d) {
  const auto* contacts_end = reinterpret_cast<const std::byte*>(d.contact.data() + d.ncon);
  d.arena.rewind(d.ncon ? static_cast<std::size_t>(contacts_end - d.arena.data()) : 0);
  forget_rows(m, d);
  d.ne = d.nf = d.nl = d.nefc = d.nJ = d.nA = d.nisland = d.nidof = 0;
}

RowCount count_equalities(const Model& m, Data& d) {
  if (m.neq == 0) return {};
  Arena::Frame frame(d.arena);
  const bool sparse = is_sparse(m);
  std::span<int> dofs = frame.alloc<int>(m.nv);
  RowCount c;
  for (int eq = 0; eq < m.neq; ++eq) {
    if (!equality_acts(m, d, eq)) continue;
    c.rows += equality_row_count(m, eq);
    if (sparse) c.entries += equality_entry_count(m, d, eq, dofs);
  }
  return c;
}

RowCount count_rows(const Model& m, Data& d) {
  RowCount total;
  const auto add = [&](bool wanted, const RowCount& c) {
    if (!wanted) return;
    total.rows += c.rows;
    total.entries += c.entries;
  };
  add(enabled(m, mjDSBL_EQUALITY), enabled(m, mjDSBL_EQUALITY) ? count_equalities(m, d) : RowCount{});
  add(enabled(m, mjDSBL_FRICTIONLOSS), count_friction(m, d));
  add(enabled(m, mjDSBL_LIMIT), count_limits(m, d));
  if (enabled(m, mjDSBL_CONTACT)) add(true, count_contacts(m, d));
  if (!is_sparse(m)) total.entries = total.rows * m.nv;
  return total;
}

// Every array but efc_AR, with room for all counted rows.
bool allocate_rows(const Model& m, Data& d, const RowCount& count) {
  StepCounts room = d.counts();
  room.nefc = count.rows;
  room.nJ = count.entries;
  room.nA = 0;
  bool ok = true;
  // inline: otherwise GCC makes a call of each
  const auto allocate = [&](const char*, auto& view, int rows) __attribute__((always_inline)) {
    if (ok && rows > 0) ok = d.arena.alloc(rows, view);
  };
  RowFields::visit(d, m.sizes(), room, allocate);
  return ok;
}

// number of rows directly after each one that have its pattern
void find_supernodes(Data& d) {
  for (int row = d.nefc - 1; row >= 0; --row) {
    d.efc_J_rowsuper[row] = 0;
    if (row == d.nefc - 1 || d.efc_J_rownnz[row] != d.efc_J_rownnz[row + 1]) continue;
    const int* cols = d.efc_J_colind.data() + d.efc_J_rowadr[row];
    const int* next = d.efc_J_colind.data() + d.efc_J_rowadr[row + 1];
    if (std::equal(cols, cols + d.efc_J_rownnz[row], next))
      d.efc_J_rowsuper[row] = d.efc_J_rowsuper[row + 1] + 1;
  }
}

void invert_softness(Data& d) {
  for (int i = 0; i < d.nefc; ++i) {
    const Real impedance = d.efc_KBIP[i][2];
    d.efc_D[i] = 1 / d.efc_R[i];
    d.efc_diagApprox[i] = d.efc_R[i] * impedance / (1 - impedance);
  }
}

void add_rows(const Model& m, Data& d) {
  RowWriter writer(m, d);
  std::fill(d.tendon_efcadr.begin(), d.tendon_efcadr.end(), -1);
  if (enabled(m, mjDSBL_EQUALITY)) add_equalities(m, d, writer);
  d.ne = d.nefc;
  if (enabled(m, mjDSBL_FRICTIONLOSS)) add_friction(m, d, writer);
  d.nf = d.nefc - d.ne;
  if (enabled(m, mjDSBL_LIMIT)) add_limits(m, d, writer);
  d.nl = d.nefc - d.ne - d.nf;
  if (enabled(m, mjDSBL_CONTACT)) add_contacts(m, d, writer);
}

}  // namespace

void trim_rows(const Model& m, Data& d) {
  RowFields::visit(d, m.sizes(), d.counts(), [](const char*, auto& view, int rows) {
    if (view.size() > rows) view = {view.data(), rows};
  });
}

void make_constraint(const Model& m, Data& d) {
  clear_rows(m, d);
  if (!enabled(m, mjDSBL_CONSTRAINT)) return;
  d.maxuse_con = std::max(d.maxuse_con, d.ncon);
  const RowCount count = count_rows(m, d);
  if (count.rows == 0 || m.nv == 0) return;  // contacts of static geoms move nothing
  if (!allocate_rows(m, d, count)) {
    warn(d, mjWARN_CNSTRFULL, static_cast<int>(d.arena.size()));
    clear_rows(m, d);
    d.nJ = count.entries;  // the oracle says what it would have needed
    return;
  }
  add_rows(m, d);
  if (is_sparse(m)) {
    find_supernodes(d);
  } else {
    d.nJ = count.entries;
  }
  invert_softness(d);
  trim_rows(m, d);
  d.maxuse_efc = std::max(d.maxuse_efc, d.nefc);
}

void reference_constraint(const Model& m, Data& d) {
  mul_jac_vec(m, d, d.efc_vel.span(), d.qvel.span());
  for (int i = 0; i < d.nefc; ++i) {
    const auto& kbip = d.efc_KBIP[i];
    const Real K = kbip[0], B = kbip[1], impedance = kbip[2];
    d.efc_aref[i] = -B * d.efc_vel[i] - K * impedance * (d.efc_pos[i] - d.efc_margin[i]);
  }
}

}  // namespace corten
