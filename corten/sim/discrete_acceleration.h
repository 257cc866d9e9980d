// Accelerations seen between two steps against those of the equations of motion.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// d.qacc = M⁻¹ M̂ d.qacc, where M̂ is the inertia the integrator solves with: from (next qvel − qvel) /
// timestep to the acceleration that forward dynamics gives. RK4 solves with none; nothing is changed.
void discrete_to_continuous(const Model& m, Data& d);

}  // namespace corten
