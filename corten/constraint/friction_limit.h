// Rows of friction loss and of limits, of joints and tendons.
#pragma once

#include "corten/constraint/row_writer.h"

namespace corten {

// Rows, and the Jacobian entries they store in the sparse layout.
struct RowCount {
  int rows = 0;
  int entries = 0;
};
RowCount count_friction(const Model& m, const Data& d);
RowCount count_limits(const Model& m, const Data& d);

void add_friction(const Model& m, Data& d, RowWriter& writer);
void add_limits(const Model& m, Data& d, RowWriter& writer);

}  // namespace corten
