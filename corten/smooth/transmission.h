// Transmission: length of every actuator and the moment arms it has on the dofs, as sparse rows.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "corten/model/structure.h"

namespace corten {

// in:  kinematics, d.ten_length d.ten_J; for adhesion d.contact d.efc_J
// out: d.actuator_length d.actuator_moment d.moment_rownnz d.moment_rowadr d.moment_colind
void transmission(const Model& m, Data& d);

// in: d.actuator_moment d.qvel    out: d.actuator_velocity
void actuator_velocity(const Model& m, Data& d);

}  // namespace corten
