// Inertia of tendons: the rotor behind a tendon feels its length change.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// M += armature JᵀJ where M has entries.    in: d.ten_J    out: d.M
void tendon_armature(const Model& m, Data& d);

// qfrc += armature (J̇ qvel) Jᵀ.    in: d.ten_J, position and velocity stage
void tendon_bias(const Model& m, Data& d, std::span<Real> qfrc);

// Time derivative of the Jacobian of one tendon, dense; zero for fixed tendons, wrapped geoms not counted.
void tendon_jac_dot(const Model& m, Data& d, int tendon, std::span<Real> jac_dot);

}  // namespace corten
