// Rows of equality constraints.
#pragma once

#include "corten/constraint/row_writer.h"

namespace corten {

// Whether it is active and something it holds is awake.
bool equality_acts(const Model& m, const Data& d, int eq);
// Rows of one active equality as counted before any is dropped.
int equality_row_count(const Model& m, int eq);
// Jacobian entries that its rows store in the sparse layout; `dofs` is scratch of length nv.
int equality_entry_count(const Model& m, const Data& d, int eq, std::span<int> dofs);

void add_equalities(const Model& m, Data& d, RowWriter& writer);

}  // namespace corten
