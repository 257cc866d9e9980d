// Sparsity of the inertia matrix (M), its symmetric extension (D) and the body-dof incidence (B): it follows
// from the tree of bodies and dofs.
#pragma once

#include "corten/model/model.h"

namespace corten {

//   in:  dof_parentid dof_bodyid dof_simplenum dof_Madr body_parentid body_dofadr body_dofnum
//   out: B_* M_* D_* mapM2M mapM2D mapD2M, which have nB, nC and nD entries
void fill_sparsity(Model& m);

}  // namespace corten
