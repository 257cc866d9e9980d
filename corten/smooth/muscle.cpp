#include "corten/smooth/muscle.h"

#include <algorithm>

#include "corten/math/scalar.h"

namespace corten {
namespace {

Real floored(Real x) { return std::max(kMinVal<Real>, x); }
Real half_square(Real x) { return Real(0.5) * x * x; }

// The muscle in units of its own: resting length, peak force.
struct Normalized {
  Real force;    // peak force
  Real optimal;  // length that counts as 1
  Real length;   // in optimal lengths
};

Normalized normalized(Real length, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]) {
  const Real force = prm[2] < 0 ? prm[3] / floored(acc0) : prm[2];
  const Real optimal = (lengthrange[1] - lengthrange[0]) / floored(prm[1] - prm[0]);
  return {force, optimal, prm[0] + (length - lengthrange[0]) / floored(optimal)};
}

Real force_velocity(Real v, Real fvmax) {
  const Real y = fvmax - 1;
  if (v <= -1) return 0;
  if (v <= 0) return (v + 1) * (v + 1);
  if (v <= y) return fvmax - (y - v) * (y - v) / floored(y);
  return fvmax;
}

Real force_velocity_slope(Real v, Real fvmax) {
  const Real y = fvmax - 1;
  if (v <= -1) return 0;
  if (v <= 0) return 2 * v + 2;
  if (v <= y) return (-2 * v + 2 * y) / floored(y);
  return 0;
}

}  // namespace

Real muscle_gain_length(Real length, Real lmin, Real lmax) {
  if (length < lmin || length > lmax) return 0;
  const Real a = Real(0.5) * (lmin + 1), b = Real(0.5) * (1 + lmax);
  if (length <= a) return half_square((length - lmin) / floored(a - lmin));
  if (length <= 1) return 1 - half_square((1 - length) / floored(1 - a));
  if (length <= b) return 1 - half_square((length - 1) / floored(b - 1));
  return half_square((lmax - length) / floored(lmax - b));
}

Real muscle_gain(Real length, Real velocity, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]) {
  const Normalized n = normalized(length, lengthrange, acc0, prm);
  const Real v = velocity / floored(n.optimal * prm[6]);
  return -n.force * muscle_gain_length(n.length, prm[4], prm[5]) * force_velocity(v, prm[8]);
}

Real muscle_gain_vel(Real length, Real velocity, const Vec<Real, 2>& lengthrange, Real acc0,
                     const Real prm[9]) {
  const Normalized n = normalized(length, lengthrange, acc0, prm);
  const Real vmax = floored(n.optimal * prm[6]);
  const Real slope = force_velocity_slope(velocity / vmax, prm[8]);
  return -n.force * muscle_gain_length(n.length, prm[4], prm[5]) * slope / vmax;
}

Real muscle_bias(Real length, const Vec<Real, 2>& lengthrange, Real acc0, const Real prm[9]) {
  const Normalized n = normalized(length, lengthrange, acc0, prm);
  const Real b = Real(0.5) * (1 + prm[5]), fpmax = prm[7];
  if (n.length <= 1) return 0;
  const Real x = (n.length <= b ? n.length - 1 : n.length - b) / floored(b - 1);
  return n.length <= b ? -n.force * fpmax * Real(0.5) * x * x : -n.force * fpmax * (Real(0.5) + x);
}

Real muscle_dynamics(Real ctrl, Real act, const Real prm[3]) {
  const Real excitation = std::clamp(ctrl, Real(0), Real(1)), level = std::clamp(act, Real(0), Real(1));
  const Real tau_act = prm[0] * (Real(0.5) + Real(1.5) * level);
  const Real tau_deact = prm[1] / (Real(0.5) + Real(1.5) * level);
  const Real excess = excitation - act;
  Real tau = excess > 0 ? tau_act : tau_deact;
  if (prm[2] >= kMinVal<Real>) tau = tau_deact + (tau_act - tau_deact) * sigmoid(excess / prm[2] + Real(0.5));
  return excess / floored(tau);
}

}  // namespace corten
