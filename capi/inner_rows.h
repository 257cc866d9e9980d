// Sparse matrices by rows as C programs give them: three lists of numbers.
#pragma once

#include <algorithm>
#include <span>

#include "capi/numbers.h"

namespace corten::capi {

// Where the entries of a matrix are.
struct Rows {
  const int *nnz, *adr, *col;
  std::span<const int> columns(int r) const { return {col + adr[r], count(nnz[r])}; }
};

inline void require(bool there) {
  if (!there) throw Problem("an argument is a null pointer");
}
inline Rows rows_of(const int* nnz, const int* adr, const int* col) {
  require(nnz && adr && col);
  return {nnz, adr, col};
}

// Number of an entry, −1 where nothing is stored.
inline int find(const Rows& m, int row, int column) {
  const auto columns = m.columns(row);
  const auto found = std::lower_bound(columns.begin(), columns.end(), column);
  return found != columns.end() && *found == column ? m.adr[row] + static_cast<int>(found - columns.begin())
                                                    : -1;
}

}  // namespace corten::capi
