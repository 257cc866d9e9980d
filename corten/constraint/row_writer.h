// Appends constraint rows to the efc arrays, in the dense or sparse layout of the Jacobian.
#pragma once

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

 private:
  bool empty(const RowObject& object) const;
  void store_dense(const RowObject& object);
  void store_sparse(const RowObject& object);

  const Model& m_;
  Data& d_;
  bool sparse_;
};

}  // namespace corten
