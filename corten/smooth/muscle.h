// Muscle: activation dynamics and the force-length-velocity curves.
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/constants.h"

namespace corten {

// prm = range(2), force, scale, lmin, lmax, vmax, fpmax, fvmax
Real muscle_gain(Real length, Real velocity, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]);
Real muscle_bias(Real length, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]);
// derivative of the gain by velocity
Real muscle_gain_vel(Real length, Real velocity, const Vec<Real, 2>& lengthrange, Real acc0,
                     const Real prm[9]);
// prm = time constant of activation, of deactivation, width of the smooth switch between them
Real muscle_dynamics(Real ctrl, Real act, const Real prm[3]);
// active force-length curve: 1 at length 1, 0 outside [lmin, lmax]
Real muscle_gain_length(Real length, Real lmin, Real lmax);

}  // namespace corten
