// Rows of contacts: frictionless, pyramidal, elliptic.
#pragma once

#include "corten/constraint/friction_limit.h"
#include "corten/constraint/row_writer.h"

namespace corten {

// Also marks contacts of passive flexes as excluded.
RowCount count_contacts(const Model& m, Data& d);

void add_contacts(const Model& m, Data& d, RowWriter& writer);

}  // namespace corten
