// The parts of set_const, in the order they run.
#pragma once

#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Subtree masses, kinematic trees, trees of tendons, sleep policies.
std::string set_fixed_constants(Model& m);

// At qpos0, after the position stage: inverse weights of dofs, bodies, tendons; acceleration of actuators.
std::string set_inverse_weights(Model& m, Data& d);
// At qpos0: lengths of flex edges; then, with M factored, their inverse weights and what vertex equalities
// need.
void measure_flexes_at_rest(Model& m, Data& d);
std::string set_flex_constants(Model& m, Data& d);
// Damping of actuators that were given a damping ratio.
void set_actuator_damping(Model& m, const Data& d);

// Centre, extent and mean sizes of the model; lengths of dofs.
void set_statistic(Model& m, Data& d);

}  // namespace corten
