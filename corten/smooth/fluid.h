// Forces of a resting or blowing medium on bodies: the inertia-box and the ellipsoid model.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// in: d.cvel, kinematics    out: adds to d.qfrc_fluid
void fluid_forces(const Model& m, Data& d);

// A body uses the ellipsoid model when one of its geoms asks for it.
bool uses_ellipsoid_fluid(const Model& m, int body);
// Velocity of a body's inertial frame (or a geom) relative to the medium, local axes.
Motion<Real> velocity_in_medium(const Model& m, const Data& d, mjtObj type, int id);

}  // namespace corten
