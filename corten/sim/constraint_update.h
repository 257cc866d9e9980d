// Constraint forces at given accelerations.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// The cost functions at jar = J qacc − aref (nefc). Returns Σ s(jar), without the inertial term; writes
// nothing without rows.
//   out: d.efc_state d.efc_force d.qfrc_constraint, with `cone_hessians` also contact.H
Real constraint_update(const Model& m, Data& d, std::span<const Real> jar, bool cone_hessians = false);

}  // namespace corten
