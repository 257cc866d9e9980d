#include "corten/constraint/contact_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "corten/constraint/chain.h"
#include "corten/smooth/contact_side.h"
#include "corten/smooth/jacobian.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

constexpr int kExcludeNoDofs = 3;
constexpr int kExcludePassive = 4;
constexpr int kMaxRows = 10;  // of one contact: a pyramid of dimension 6

int contact_type(const Model& m, const Contact& contact) {
  if (contact.dim == 1) return mjCNSTR_CONTACT_FRICTIONLESS;
  return m.opt.cone == mjCONE_ELLIPTIC ? mjCNSTR_CONTACT_ELLIPTIC : mjCNSTR_CONTACT_PYRAMIDAL;
}

int row_count(int type, int dim) { return type == mjCNSTR_CONTACT_PYRAMIDAL ? 2 * (dim - 1) : dim; }

bool touches_passive_flex(const Model& m, const Contact& contact) {
  for (int side = 0; side < 2; ++side)
    if (contact.flex[side] >= 0 && m.flex_passive[contact.flex[side]]) return true;
  return false;
}

int geom_body(const Model& m, const Contact& contact, int side) { return m.geom_bodyid[contact.geom[side]]; }

int contact_chain(const Model& m, const Data& d, const Contact& contact, std::span<int> dofs) {
  if (between_geoms(contact))
    return merged_chain(m, geom_body(m, contact, 0), geom_body(m, contact, 1), dofs);
  std::array<int, 2 * WeightedBodies::kMax> bodies;
  int n = 0;
  for (int side = 0; side < 2; ++side) {
    const WeightedBodies carriers = contact_side(m, d, contact, side, side ? 1 : -1);
    n = static_cast<int>(std::copy_n(carriers.body.begin(), carriers.n, bodies.begin() + n) - bodies.begin());
  }
  return merged_chain(m, std::span(bodies).first(n), dofs);
}

// relative motion of side 1 against side 0 when one of them is a flex, world axes; summed from side 0 on, as
// in the oracle
void relative_jacobian(const Model& m, const Data& d, const Contact& contact, ChainJacobian& jac) {
  std::fill(jac.val.begin(), jac.val.end(), Real(0));
  for (int side : {0, 1}) {
    const WeightedBodies carriers = contact_side(m, d, contact, side, side ? 1 : -1);
    for (int i = 0; i < carriers.n; ++i)
      add_body_jacobian(m, d, carriers.body[i], contact.pos, carriers.weight[i], contact.dim > 3, jac);
  }
}

// What a dof moves at a contact: side 1 against side 0, world axes.
struct RelativeMotion {
  Vec3<Real> lin{}, ang{};
};

// The rows of one contact, column by column from the last dof to the first.
class ColumnSink {
 public:
  // room for nv dofs and for ten rows of nv numbers
  ColumnSink(const Contact& contact, int type, int nv, std::span<int> dofs, std::span<Real> rows)
      : contact_(contact),
        pyramid_(type == mjCNSTR_CONTACT_PYRAMIDAL),
        stride_(nv),
        first_(nv),
        dofs_(dofs),
        rows_(rows) {}

  void add(int dof, const RelativeMotion& motion) {
    dofs_[--first_] = dof;
    // normal, two tangents; spin about the normal, roll about the tangents
    const Vec3<Real> lin = contact_.frame * motion.lin;
    if (!pyramid_) {
      store(0, lin, std::min(contact_.dim, 3));
      if (contact_.dim > 3) store(3, contact_.frame * motion.ang, contact_.dim - 3);
      return;
    }
    store_edges(1, lin[0], lin[1]);
    store_edges(2, lin[0], lin[2]);
    if (contact_.dim == 3) return;
    const Vec3<Real> ang = contact_.frame * motion.ang;
    for (int k = 3; k < contact_.dim; ++k) store_edges(k, lin[0], ang[k - 3]);
  }

  std::span<const int> dofs() const { return dofs_.last(static_cast<std::size_t>(stride_ - first_)); }
  // nv numbers from row to row
  std::span<const Real> rows() const { return rows_.subspan(static_cast<std::size_t>(first_)); }

 private:
  Real& at(int row) { return rows_[static_cast<std::size_t>(row * stride_ + first_)]; }
  void store(int row, const Vec3<Real>& values, int count) {
    for (int i = 0; i < count; ++i) at(row + i) = values[i];
  }
  // edges J_n ± μ_k J_k of the friction pyramid
  void store_edges(int k, Real normal, Real along) {
    const Real mu = contact_.friction[k - 1];
    at(2 * k - 2) = normal + along * mu;
    at(2 * k - 1) = normal - along * mu;
  }

  const Contact& contact_;
  bool pyramid_;
  int stride_;
  int first_;
  std::span<int> dofs_;
  std::span<Real> rows_;
};

// Columns of a contact of two geoms. Sums start from 0, as in the oracle: there is no −0.
void walk_chains(const Model& m, const Data& d, const Contact& contact, ColumnSink& sink) {
  const int body0 = geom_body(m, contact, 0), body1 = geom_body(m, contact, 1);
  const Vec3<Real> offset0 = contact.pos - d.subtree_com[m.body_rootid[body0]];
  const Vec3<Real> offset1 = contact.pos - d.subtree_com[m.body_rootid[body1]];
  const bool rotation = contact.dim > 3;
  int dof0 = last_dof(m, body0), dof1 = last_dof(m, body1);
  while (dof0 >= 0 || dof1 >= 0) {
    const int dof = std::max(dof0, dof1);
    const Motion<Real>& cdof = d.cdof[dof];
    RelativeMotion motion;
    if (dof1 == dof) {
      motion.lin += point_column(cdof, offset1);
      if (rotation) motion.ang += cdof.ang;
      dof1 = m.dof_parentid[dof];
    }
    if (dof0 == dof) {
      motion.lin -= point_column(cdof, offset0);
      if (rotation) motion.ang -= cdof.ang;
      dof0 = m.dof_parentid[dof];
    }
    sink.add(dof, motion);
  }
}

// Inverse weights of the bodies a contact touches, translation and rotation.
Vec2<Real> inverse_weight(const Model& m, const Data& d, const Contact& contact) {
  if (between_geoms(contact))
    return m.body_invweight0[geom_body(m, contact, 0)] + m.body_invweight0[geom_body(m, contact, 1)];
  Vec2<Real> sum{};
  for (int side = 0; side < 2; ++side) {
    const WeightedBodies carriers = contact_side(m, d, contact, side, 1);
    for (int i = 0; i < carriers.n; ++i) sum += m.body_invweight0[carriers.body[i]] * carriers.weight[i];
  }
  return sum;
}

// Diagonal of J M⁻¹ Jᵀ estimated from the bodies' inverse weights.
void diagonal(const Model& m, const Data& d, const Contact& contact, int type, std::span<Real> diag) {
  const Vec2<Real> weight = inverse_weight(m, d, contact);
  const Real tran = weight[0], rot = weight[1];
  if (type != mjCNSTR_CONTACT_PYRAMIDAL) {
    for (int i = 0; i < contact.dim; ++i) diag[i] = i < 3 ? tran : rot;
    return;
  }
  for (int k = 1; k < contact.dim; ++k) {
    const Real mu = contact.friction[k - 1];
    diag[2 * k - 2] = diag[2 * k - 1] = tran + mu * mu * (k < 3 ? tran : rot);
  }
}

// R of the friction rows follows from the first row's, so that the cone keeps its shape.
void couple_friction(const Model& m, Contact& contact, int type, std::span<Real> R) {
  const auto& friction = contact.friction;
  const Real tangent = R[0] / std::max(kMinVal<Real>, m.opt.impratio);
  contact.mu = friction[0] * std::sqrt(tangent / R[0]);
  if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
    const Real edge = 2 * contact.mu * contact.mu * R[0];
    std::fill(R.begin(), R.end(), edge);
    return;
  }
  R[1] = tangent;
  for (int j = 2; j < contact.dim; ++j)
    R[j] = tangent * friction[0] * friction[0] / (friction[j - 1] * friction[j - 1]);
}

class ContactRowsBuilder {
 public:
  ContactRowsBuilder(const Model& m, Data& d, RowWriter& writer)
      : m_(m),
        d_(d),
        writer_(writer),
        frame_(d.arena),
        dofs_(frame_.alloc<int>(m.nv)),
        rows_(frame_.alloc<Real>(kMaxRows * m.nv)) {}

  void add(int id) {
    Contact& contact = d_.contact[id];
    const int type = contact_type(m_, contact);
    ColumnSink sink(contact, type, m_.nv, dofs_, rows_);
    if (between_geoms(contact)) {
      walk_chains(m_, d_, contact, sink);
    } else {
      add_flex_columns(contact, sink);
    }
    write(id, contact, type, sink);
  }

 private:
  void add_flex_columns(const Contact& contact, ColumnSink& sink) {
    Arena::Frame frame(d_.arena);
    const std::span<int> dofs = frame.alloc<int>(m_.nv);
    const int n = contact_chain(m_, d_, contact, dofs);
    ChainJacobian jac{dofs.first(n), frame.alloc<Real>(6 * n)};
    relative_jacobian(m_, d_, contact, jac);
    for (int k = n - 1; k >= 0; --k)
      sink.add(dofs[k], {{jac(0, k), jac(1, k), jac(2, k)}, {jac(3, k), jac(4, k), jac(5, k)}});
  }

  void write(int id, Contact& contact, int type, const ColumnSink& sink) {
    const int nrow = row_count(type, contact.dim);
    std::array<Real, kMaxRows> pos{}, diag{};
    std::fill_n(pos.begin(), type == mjCNSTR_CONTACT_PYRAMIDAL ? nrow : 1, contact.dist);
    const RowObject object{type, id, nrow, sink.dofs(), sink.rows(), pos, contact.includemargin, 0, m_.nv};
    contact.efc_address = writer_.add(object);
    if (contact.efc_address < 0) {
      contact.exclude = kExcludeNoDofs;
      return;
    }
    diagonal(m_, d_, contact, type, diag);
    const Softness softness = safe_softness(m_, contact.solref, contact.solimp, contact.solreffriction);
    writer_.soften(softness, object, contact.efc_address, diag, contact.dist);
    if (type != mjCNSTR_CONTACT_FRICTIONLESS)
      couple_friction(m_, contact, type,
                      {d_.efc_R.data() + contact.efc_address, static_cast<std::size_t>(nrow)});
  }

  const Model& m_;
  Data& d_;
  RowWriter& writer_;
  Arena::Frame frame_;
  std::span<int> dofs_;
  std::span<Real> rows_;
};

}  // namespace

RowCount count_contacts(const Model& m, Data& d) {
  if (d.ncon == 0) return {};
  Arena::Frame frame(d.arena);
  const bool sparse = is_sparse(m);
  std::span<int> dofs = frame.alloc<int>(m.nv);
  RowCount c;
  for (int i = 0; i < d.ncon; ++i) {
    Contact& contact = d.contact[i];
    contact.efc_address = -1;
    if (touches_passive_flex(m, contact)) contact.exclude = kExcludePassive;
    if (contact.exclude) continue;
    const int rows = row_count(contact_type(m, contact), contact.dim);
    c.rows += rows;
    if (sparse) c.entries += rows * contact_chain(m, d, contact, dofs);
  }
  return c;
}

void add_contacts(const Model& m, Data& d, RowWriter& writer) {
  ContactRowsBuilder rows(m, d, writer);
  for (int i = 0; i < d.ncon; ++i)
    if (!d.contact[i].exclude) rows.add(i);
}

}  // namespace corten
