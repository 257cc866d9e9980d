// Derivative of smooth forces by velocity, on the sparsity of the kinematic tree (the D pattern). Entries
// outside the pattern are dropped.
#pragma once

#include <span>

#include "corten/linalg/csr_pattern.h"
#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"

namespace corten {

// Rows of awake dofs.
// out: d.qDeriv = ∂(qfrc_actuator + qfrc_passive [− qfrc_bias]) / ∂qvel
void smooth_velocity_derivative(const Model& m, Data& d, bool with_bias);

// The parts; each adds to d.qDeriv.
void add_actuator_derivative(const Model& m, Data& d);
void add_passive_derivative(const Model& m, Data& d);
// `symmetric`: only the symmetric part of the 6×6 block of an ellipsoid
void add_fluid_derivative(const Model& m, Data& d, bool symmetric);
void subtract_bias_derivative(const Model& m, Data& d);

// qDeriv += scale JᵀJ; `dense` holds the row J, `dofs` its entries that are not zero.
void add_outer_product(const Model& m, Data& d, std::span<const Real> dense, std::span<const int> dofs,
                       Real scale);

// Pattern of qDeriv: row = ancestors, self, descendants of a dof; the rows of a run of whole trees.
CsrPattern derivative_pattern(const Model& m, Run dofs);

}  // namespace corten
