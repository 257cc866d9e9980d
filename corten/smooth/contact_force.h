// Force of a contact in its own frame, decoded from the constraint rows.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Normal and tangential force, then torques, in the contact frame; zero when the contact has no rows.
Wrench<Real> contact_force(const Model& m, const Data& d, int contact);

}  // namespace corten
