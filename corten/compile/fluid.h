// Coefficients of the ellipsoid fluid model of a geom (geom_fluid).
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/constants.h"
#include "corten/model/enums.h"

namespace corten {

// `coefs`: blunt drag, slender drag, angular drag, Kutta lift, Magnus lift.
Vec<Real, kNFluid> fluid_coefficients(mjtGeom type, const Vec3<Real>& size, const Vec<Real, 5>& coefs);

}  // namespace corten
