// Islands: kinematic trees coupled by constraints, each an independent problem.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Finds islands and reorders inertia and rows by them; none if disabled or without rows.
//   in:  efc arrays of the position stage, d.M d.qLD d.qLDiagInv
//   out: island arrays; those of the solver are allocated only
void island(const Model& m, Data& d);

}  // namespace corten
