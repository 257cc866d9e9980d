#include "corten/sim/constraint_problem.h"

#include "corten/constraint/jacobian_products.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/transmission.h"
#include "corten/solver/row_cost.h"

namespace corten {
namespace {

// Rows [first, first + count) of the arrays they are listed in.
struct RowRange {
  std::span<const int> type;
  std::span<const int> id;
};

ContactRows contact_rows(Contact& contact, int row) {
  return {row, contact.dim, contact.mu, contact.friction.data(), contact.H.data()};
}

// Contacts with rows of this type, in row order.
std::span<const ContactRows> contacts_of_type(Data& d, const RowRange& rows, int type, Arena::Frame& frame) {
  const int nefc = static_cast<int>(rows.type.size());
  std::span<ContactRows> list = frame.alloc<ContactRows>(nefc);
  int n = 0;
  for (int row = 0; row < nefc; ++row) {
    if (rows.type[row] != type) continue;
    Contact& contact = d.contact[rows.id[row]];
    list[n++] = contact_rows(contact, row);
    row += (type == mjCNSTR_CONTACT_ELLIPTIC ? contact.dim : 2 * (contact.dim - 1)) - 1;
  }
  return list.first(n);
}

void list_contacts(const Model& m, Data& d, const RowRange& range, Rows& rows, Arena::Frame& frame) {
  if (m.opt.cone == mjCONE_ELLIPTIC) {
    rows.cones = contacts_of_type(d, range, mjCNSTR_CONTACT_ELLIPTIC, frame);
  } else if (m.opt.noslip_iterations > 0) {
    rows.pyramids = contacts_of_type(d, range, mjCNSTR_CONTACT_PYRAMIDAL, frame);
  }
}

Csr island_jacobian(const Model& m, const Data& d, int island) {
  const int nv = d.island_nv[island], nefc = d.island_nefc[island], row = d.island_iefcadr[island];
  if (!is_sparse(m)) return Csr::dense(nefc, nv, d.iefc_J.data() + d.nidof * row);
  return {nefc,
          nv,
          d.iefc_J_rownnz.data() + row,
          d.iefc_J_rowadr.data() + row,
          d.iefc_J_colind.data(),
          d.iefc_J.data(),
          d.iefc_J_rowsuper.data() + row};
}

// jar with the sums of the island's rows, which are shorter
void sum_in_island(const Data& d, int first_row, Problem& p) {
  mul(p.J, p.acc, p.jar);
  for (int i = 0; i < p.rows.nefc; ++i) p.jar[i] -= d.iefc_aref[first_row + i];
}

}  // namespace

Rows whole_rows(const Model& m, Data& d, Arena::Frame& frame) {
  Rows rows{d.nefc, d.ne, d.nf, d.efc_D.span(), d.efc_R.span(), d.efc_frictionloss.span(), {}, {}};
  list_contacts(m, d, {d.efc_type.span(), d.efc_id.span()}, rows, frame);
  return rows;
}

Problem whole_problem(const Model& m, Data& d, const Guess& guess, Arena::Frame& frame) {
  Problem p;
  p.nv = m.nv;
  p.rows = whole_rows(m, d, frame);
  p.inertia = {inertia_pattern(m), d.M.span(), d.qLD.span(), d.qLDiagInv.span()};
  p.J = constraint_jacobian(m, d);
  p.Ma = guess.Ma;
  p.jar = guess.jar;
  p.frc_smooth = d.qfrc_smooth.span();
  p.acc_smooth = d.qacc_smooth.span();
  p.acc = d.qacc.span();
  p.force = d.efc_force.span();
  p.state = d.efc_state.span();
  p.frc_constraint = d.qfrc_constraint.span();
  return p;
}

Problem island_problem(const Model& m, Data& d, int island, const Guess& guess, Arena::Frame& frame) {
  const int nv = d.island_nv[island], dof = d.island_idofadr[island];
  const int nefc = d.island_nefc[island], row = d.island_iefcadr[island];
  const RowRange range{d.iefc_type.slice(row, nefc), d.iefc_id.slice(row, nefc)};
  Problem p;
  p.nv = nv;
  p.rows = {nefc,
            d.island_ne[island],
            d.island_nf[island],
            d.iefc_D.slice(row, nefc),
            d.iefc_R.slice(row, nefc),
            d.iefc_frictionloss.slice(row, nefc),
            {},
            {}};
  list_contacts(m, d, range, p.rows, frame);
  const CsrPattern pattern{d.iM_rownnz.slice(dof, nv), d.iM_rowadr.slice(dof, nv), d.iM_colind.span()};
  p.inertia = {pattern, d.iM.span(), d.iLD.span(), d.iLDiagInv.slice(dof, nv)};
  p.J = island_jacobian(m, d, island);
  p.Ma = frame.alloc<Real>(nv);
  for (int i = 0; i < nv; ++i) p.Ma[i] = guess.Ma[d.map_idof2dof[dof + i]];
  p.jar = frame.alloc<Real>(nefc);
  for (int i = 0; i < nefc; ++i) p.jar[i] = guess.jar[d.map_iefc2efc[row + i]];
  p.frc_smooth = d.ifrc_smooth.slice(dof, nv);
  p.acc_smooth = d.iacc_smooth.slice(dof, nv);
  p.acc = d.iacc.slice(dof, nv);
  p.force = d.iefc_force.slice(row, nefc);
  p.state = d.iefc_state.slice(row, nefc);
  p.frc_constraint = d.ifrc_constraint.slice(dof, nv);
  if (p.J.is_dense() && nv < m.nv) sum_in_island(d, row, p);
  return p;
}

DualProblem dual_problem(const Model& m, Data& d, Arena::Frame& frame) {
  return {whole_rows(m, d, frame), constraint_inverse_inertia(m, d), d.efc_b.span(), d.efc_force.span(),
          d.efc_state.span()};
}

Real constraint_update(const Model& m, Data& d, std::span<const Real> jar, bool cone_hessians) {
  if (d.nefc == 0) return 0;
  Arena::Frame frame(d.arena);
  const Real cost =
      rows_cost(whole_rows(m, d, frame), jar, d.efc_force.span(), d.efc_state.span(), cone_hessians);
  mul_jac_t_vec(m, d, d.qfrc_constraint.span(), d.efc_force.span());
  return cost;
}

}  // namespace corten
