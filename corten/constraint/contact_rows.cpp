#include "corten/constraint/contact_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "corten/constraint/chain.h"
#include "corten/constraint/contact_side.h"
#include "corten/smooth/transmission.h"

namespace corten {
namespace {

constexpr int kExcludeNoDofs = 3;
constexpr int kExcludePassive = 4;

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

// relative motion of side 1 against side 0, world axes
void relative_jacobian(const Model& m, const Data& d, const Contact& contact, ChainJacobian& jac) {
  const bool rotation = contact.dim > 3;
  for (int side : {1, 0}) {
    const Real sign = side ? 1 : -1;
    if (contact.geom[side] >= 0) {
      add_body_jacobian(m, d, geom_body(m, contact, side), contact.pos, sign, rotation, jac);
      continue;
    }
    const WeightedBodies carriers = contact_side(m, d, contact, side, sign);
    for (int i = 0; i < carriers.n; ++i)
      add_body_jacobian(m, d, carriers.body[i], contact.pos, carriers.weight[i], rotation, jac);
  }
}

// Turns world axes into the contact's: normal, two tangents; spin about the normal, roll about the tangents.
void rotate_to_contact(const Contact& contact, ChainJacobian& jac) {
  for (int block = 0; block < (contact.dim > 3 ? 6 : 3); block += 3)
    for (int k = 0; k < jac.size(); ++k) {
      const Vec3<Real> local =
          contact.frame * Vec3<Real>{jac(block, k), jac(block + 1, k), jac(block + 2, k)};
      for (int i = 0; i < 3; ++i) jac(block + i, k) = local[i];
    }
}

// Edges J_n ± μ_k J_k of the friction pyramid.
void pyramid_rows(const Contact& contact, const ChainJacobian& jac, std::span<Real> rows) {
  const int n = jac.size();
  for (int k = 1; k < contact.dim; ++k) {
    const Real mu = contact.friction[k - 1];
    Real* up = rows.data() + 2 * (k - 1) * n;
    Real* down = up + n;
    for (int i = 0; i < n; ++i) {
      up[i] = jac(0, i) + jac(k, i) * mu;
      down[i] = jac(0, i) - jac(k, i) * mu;
    }
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
        jac_(frame_.alloc<Real>(6 * m.nv)),
        pyramid_(frame_.alloc<Real>(10 * m.nv)) {}

  void add(int id) {
    Contact& contact = d_.contact[id];
    const int type = contact_type(m_, contact), nrow = row_count(type, contact.dim);
    const int n = contact_chain(m_, d_, contact, dofs_);
    ChainJacobian jac{dofs_.first(n), jac_.first(6 * n)};
    std::fill(jac.val.begin(), jac.val.end(), Real(0));
    relative_jacobian(m_, d_, contact, jac);
    rotate_to_contact(contact, jac);
    std::span<const Real> J = jac.val.first(nrow < 6 ? nrow * n : 6 * n);
    if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
      pyramid_rows(contact, jac, pyramid_);
      J = pyramid_.first(nrow * n);
    }
    write(id, contact, type, nrow, jac.dofs, J);
  }

 private:
  void write(int id, Contact& contact, int type, int nrow, std::span<const int> cols,
             std::span<const Real> J) {
    std::array<Real, 10> pos{}, diag{};
    std::fill_n(pos.begin(), type == mjCNSTR_CONTACT_PYRAMIDAL ? nrow : 1, contact.dist);
    const RowObject object{type, id, nrow, cols, J, pos, contact.includemargin, 0};
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
  std::span<Real> jac_;
  std::span<Real> pyramid_;
};

}  // namespace

RowCount count_contacts(const Model& m, Data& d) {
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
