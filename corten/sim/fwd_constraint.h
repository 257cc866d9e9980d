// Constraint forces and the final acceleration.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// Warm start, solver (whole or by islands), noslip.
//   in:  efc_*, island arrays, d.qacc_smooth d.qfrc_smooth d.qacc_warmstart, inertia and its factor
//   out: d.qacc d.qfrc_constraint d.efc_b d.efc_force d.efc_state, solver statistics
void fwd_constraint(const Model& m, Data& d, const Hooks& hooks = {});

// What the primal solvers minimise, at an acceleration; needs the rows' references.
//   out: d.efc_force d.efc_state there
Real constraint_cost(const Model& m, Data& d, std::span<const Real> qacc);

}  // namespace corten
