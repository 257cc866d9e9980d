#include "corten/constraint/row_writer.h"

#include <algorithm>

#include "corten/smooth/transmission.h"

namespace corten {
namespace {

bool is_contact(int type) { return type >= mjCNSTR_CONTACT_FRICTIONLESS; }
bool is_friction(int type) { return type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON; }

}  // namespace

RowWriter::RowWriter(const Model& m, Data& d) : m_(m), d_(d), sparse_(is_sparse(m)) {}

bool RowWriter::empty(const RowObject& object) const {
  if (sparse_) return object.cols.empty();
  if (is_contact(object.type)) return false;
  for (int r = 0; r < object.nrow; ++r) {
    const Real* row = object.row(r);
    if (!std::all_of(row, row + object.cols.size(), [](Real x) { return x == 0; })) return false;
  }
  return true;
}

int RowWriter::add(const RowObject& object) {
  if (empty(object)) return -1;
  const int first = d_.nefc;
  if (sparse_) {
    store_sparse(object);
  } else {
    store_dense(object);
  }
  for (int r = 0; r < object.nrow; ++r) {
    const int row = first + r;
    const bool tangent = object.type == mjCNSTR_CONTACT_ELLIPTIC && r > 0;
    d_.efc_type[row] = object.type;
    d_.efc_id[row] = object.id;
    d_.efc_pos[row] = object.pos[r];
    d_.efc_margin[row] = tangent ? 0 : object.margin;
    d_.efc_frictionloss[row] = object.frictionloss;
  }
  d_.nefc += object.nrow;
  return first;
}

void RowWriter::store_dense(const RowObject& object) {
  Real* row = d_.efc_J.data() + static_cast<std::size_t>(d_.nefc) * m_.nv;
  std::fill_n(row, object.nrow * m_.nv, Real(0));
  for (int r = 0; r < object.nrow; ++r, row += m_.nv) {
    const Real* J = object.row(r);
    for (const int col : object.cols) row[col] = *J++;
  }
}

void RowWriter::store_sparse(const RowObject& object) {
  const int n = static_cast<int>(object.cols.size());
  for (int r = 0; r < object.nrow; ++r) {
    const int row = d_.nefc + r;
    d_.efc_J_rownnz[row] = n;
    d_.efc_J_rowadr[row] = d_.nJ;
    std::copy(object.cols.begin(), object.cols.end(), d_.efc_J_colind.data() + d_.nJ);
    std::copy_n(object.row(r), n, d_.efc_J.data() + d_.nJ);
    d_.nJ += n;
  }
}

// The diagonal of an object's rows: its own, unless some was left over before. Then a contact writes its own
// behind that, on rows of the next one too.
const Real* RowWriter::weights(const RowObject& object, int first, std::span<const Real> diag) {
  if (weighed_ <= first) return diag.data();
  const int last = first + object.nrow;
  if (weighed_ < last) {
    const int count = object.type == mjCNSTR_EQUALITY ? last - weighed_ : object.nrow;
    for (int k = 0; k < count; ++k) weigh(weighed_ + k, diag[static_cast<std::size_t>(k)]);
    weighed_ += count;
  }
  return d_.efc_diagApprox.data() + first;
}

void RowWriter::soften(const Softness& softness, const RowObject& object, int first,
                       std::span<const Real> diag, Real pos) {
  const Impedance imp = impedance(softness.imp, pos - object.margin);
  const Vec<Real, 4> main = stiffness_damping(softness.ref, softness.imp, imp, !is_friction(object.type));
  Vec<Real, 4> tangent = main;
  if (object.type == mjCNSTR_CONTACT_ELLIPTIC) {
    const bool own_ref = softness.friction_ref[0] != 0 || softness.friction_ref[1] != 0;
    tangent = stiffness_damping(own_ref ? softness.friction_ref : softness.ref, softness.imp, imp, false);
  }
  const Real* weight = weights(object, first, diag);
  for (int r = 0; r < object.nrow; ++r) {
    d_.efc_KBIP[first + r] = r == 0 ? main : tangent;
    // not a number where the impedance is none: max keeps its first argument
    d_.efc_R[first + r] = std::max((1 - imp.d) * weight[r] / imp.d, kMinVal<Real>);
  }
}

}  // namespace corten
