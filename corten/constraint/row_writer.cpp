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
  return std::all_of(object.J.begin(), object.J.end(), [](Real x) { return x == 0; });
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
  const int n = static_cast<int>(object.cols.size());
  for (int r = 0; r < object.nrow; ++r) {
    Real* row = d_.efc_J.data() + static_cast<std::size_t>(d_.nefc + r) * m_.nv;
    std::fill_n(row, m_.nv, Real(0));
    for (int k = 0; k < n; ++k) row[object.cols[k]] = object.J[r * n + k];
  }
}

void RowWriter::store_sparse(const RowObject& object) {
  const int n = static_cast<int>(object.cols.size());
  for (int r = 0; r < object.nrow; ++r) {
    const int row = d_.nefc + r;
    d_.efc_J_rownnz[row] = n;
    d_.efc_J_rowadr[row] = d_.nJ;
    std::copy(object.cols.begin(), object.cols.end(), d_.efc_J_colind.data() + d_.nJ);
    std::copy_n(object.J.begin() + r * n, n, d_.efc_J.data() + d_.nJ);
    d_.nJ += n;
  }
}

void RowWriter::soften(const Softness& softness, const RowObject& object, int first,
                       std::span<const Real> diag, Real pos) {
  const Impedance imp = impedance(softness.imp, pos - object.margin);
  const bool friction = is_friction(object.type);
  for (int r = 0; r < object.nrow; ++r) {
    const bool tangent = object.type == mjCNSTR_CONTACT_ELLIPTIC && r > 0;
    const bool own_ref = tangent && (softness.friction_ref[0] != 0 || softness.friction_ref[1] != 0);
    d_.efc_KBIP[first + r] = stiffness_damping(own_ref ? softness.friction_ref : softness.ref, softness.imp,
                                               imp, !friction && !tangent);
    d_.efc_R[first + r] = std::max(kMinVal<Real>, (1 - imp.d) * diag[r] / imp.d);
  }
}

}  // namespace corten
