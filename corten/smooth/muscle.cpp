#include "corten/smooth/muscle.h"

#include "corten/smooth/muscle_core.h"

namespace corten {

Real muscle_gain(Real length, Real velocity, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]) {
  return core::muscle_gain(length, velocity, lengthrange, acc0, prm);
}
Real muscle_bias(Real length, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]) {
  return core::muscle_bias(length, lengthrange, acc0, prm);
}
Real muscle_gain_vel(Real length, Real velocity, const Vec<Real, 2>& lengthrange, Real acc0,
                     const Real prm[9]) {
  return core::muscle_gain_vel(length, velocity, lengthrange, acc0, prm);
}
Real muscle_dynamics(Real ctrl, Real act, const Real prm[3]) { return core::muscle_dynamics(ctrl, act, prm); }
Real muscle_gain_length(Real length, Real lmin, Real lmax) {
  return core::muscle_gain_length(length, lmin, lmax);
}

}  // namespace corten
