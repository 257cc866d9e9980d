// Moment of an adhesion actuator: it pulls a body against everything it touches.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// dense += −(mean of the normal Jacobians of the body's contacts, those within the gap included).
//   in: d.contact d.efc_J
void adhesion_moment(const Model& m, Data& d, int body, std::span<Real> dense);

}  // namespace corten
