// Products with the constraint Jacobian, whichever way it is stored.
#pragma once

#include <span>

#include "corten/linalg/csr.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// efc_J, and J M⁻¹ Jᵀ + diag(R), as views
Csr constraint_jacobian(const Model& m, const Data& d);
Csr constraint_inverse_inertia(const Model& m, const Data& d);

// result = J vec (nefc from nv); nothing is written without rows
void mul_jac_vec(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> vec);
// result = Jᵀ vec (nv from nefc); nothing is written without rows
void mul_jac_t_vec(const Model& m, const Data& d, std::span<Real> result, std::span<const Real> vec);

}  // namespace corten
