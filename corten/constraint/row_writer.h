// Appends constraint rows to the efc arrays, in the dense or sparse layout of the Jacobian.
#pragma once

#include <algorithm>
#include <span>

#include "corten/constraint/impedance.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Rows of one object on common columns.
struct RowObject {
  int type = 0;  // mjtConstraint
  int id = 0;
  int nrow = 0;
  std::span<const int> cols;  // ascending
  std::span<const Real> J;    // nrow rows of numbers on these columns
  std::span<const Real> pos;  // nrow
  Real margin = 0;            // of the first row, and of all rows unless elliptic
  Real frictionloss = 0;
  int stride = 0;  // from row to row of J; 0 when they follow each other

  const Real* row(int r) const { return J.data() + r * (stride ? stride : static_cast<int>(cols.size())); }
};

class RowWriter {
 public:
  RowWriter(const Model& m, Data& d);

  // Appends the rows and returns the first, or −1: rows without an entry are dropped. Dense rows are empty
  // when every number is 0, sparse rows when no column is stored; dense contacts are never dropped.
  int add(const RowObject& object);

  // K, B, impedance and R of the rows just added; diag are their nrow values of J M⁻¹ Jᵀ on the diagonal, pos
  // the distance that the impedance depends on.
  void soften(const Softness& softness, const RowObject& object, int first, std::span<const Real> diag,
              Real pos);

  // The oracle writes the diagonal of a flex equality at once, as if no row had been dropped: what is left
  // over stays with the rows that follow. weigh() puts the k-th value from next_weight() on, to be read from
  // efc_diagApprox; end_weights() says how many there were, after the rows.
  int next_weight() const { return std::max(d_.nefc, weighed_); }
  void weigh(int row, Real diag) {
    if (row < static_cast<int>(d_.efc_diagApprox.size())) d_.efc_diagApprox[row] = diag;
  }
  void end_weights(int first, int count) {
    if (d_.nefc > first) weighed_ = first + count;
  }

 private:
  const Real* weights(const RowObject& object, int first, std::span<const Real> diag);
  bool empty(const RowObject& object) const;
  void store_dense(const RowObject& object);
  void store_sparse(const RowObject& object);

  const Model& m_;
  Data& d_;
  bool sparse_;
  int weighed_ = 0;  // rows before this one have their diagonal
};

}  // namespace corten
