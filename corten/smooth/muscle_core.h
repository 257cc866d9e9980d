// Muscles for any scalar: force–length–velocity curves and activation dynamics.
#pragma once

#include <algorithm>

#include "corten/math/scalar.h"
#include "corten/math/vec3.h"

namespace corten::core {

template <class T>
CORTEN_HD static T floored(T x) {
  return std::max(T(kMinVal<T>), x);
}
template <class T>
CORTEN_HD static T half_square(T x) {
  return T(0.5) * x * x;
}

// The muscle in units of its own: resting length, peak force.
template <class T>
struct MuscleUnits {
  T force;    // peak force
  T optimal;  // length that counts as 1
  T length;   // in optimal lengths
};

template <class T>
CORTEN_HD static MuscleUnits<T> normalized(T length, const Vec<T, 2>& lengthrange, T acc0, const T prm[9]) {
  const T force = prm[2] < 0 ? prm[3] / floored(acc0) : prm[2];
  const T optimal = (lengthrange[1] - lengthrange[0]) / floored(prm[1] - prm[0]);
  return {force, optimal, prm[0] + (length - lengthrange[0]) / floored(optimal)};
}

template <class T>
CORTEN_HD static T force_velocity(T v, T fvmax) {
  const T y = fvmax - 1;
  if (v <= -1) return 0;
  if (v <= 0) return (v + 1) * (v + 1);
  if (v <= y) return fvmax - (y - v) * (y - v) / floored(y);
  return fvmax;
}

template <class T>
CORTEN_HD static T force_velocity_slope(T v, T fvmax) {
  const T y = fvmax - 1;
  if (v <= -1) return 0;
  if (v <= 0) return 2 * v + 2;
  if (v <= y) return (-2 * v + 2 * y) / floored(y);
  return 0;
}

template <class T>
CORTEN_HD static T muscle_gain_length(T length, T lmin, T lmax) {
  if (length < lmin || length > lmax) return 0;
  const T a = T(0.5) * (lmin + 1), b = T(0.5) * (1 + lmax);
  if (length <= a) return half_square((length - lmin) / floored(a - lmin));
  if (length <= 1) return 1 - half_square((1 - length) / floored(1 - a));
  if (length <= b) return 1 - half_square((length - 1) / floored(b - 1));
  return half_square((lmax - length) / floored(lmax - b));
}

template <class T>
CORTEN_HD static T muscle_gain(T length, T velocity, const Vec<T, 2>& lengthrange, T acc0, const T prm[9]) {
  const MuscleUnits<T> n = normalized(length, lengthrange, acc0, prm);
  const T v = velocity / floored(n.optimal * prm[6]);
  return -n.force * muscle_gain_length(n.length, prm[4], prm[5]) * force_velocity(v, prm[8]);
}

template <class T>
CORTEN_HD static T muscle_gain_vel(T length, T velocity, const Vec<T, 2>& lengthrange, T acc0,
                                   const T prm[9]) {
  const MuscleUnits<T> n = normalized(length, lengthrange, acc0, prm);
  const T vmax = floored(n.optimal * prm[6]);
  const T slope = force_velocity_slope(velocity / vmax, prm[8]);
  return -n.force * muscle_gain_length(n.length, prm[4], prm[5]) * slope / vmax;
}

template <class T>
CORTEN_HD static T muscle_bias(T length, const Vec<T, 2>& lengthrange, T acc0, const T prm[9]) {
  const MuscleUnits<T> n = normalized(length, lengthrange, acc0, prm);
  const T b = T(0.5) * (1 + prm[5]), fpmax = prm[7];
  if (n.length <= 1) return 0;
  const T x = (n.length <= b ? n.length - 1 : n.length - b) / floored(b - 1);
  return n.length <= b ? -n.force * fpmax * T(0.5) * x * x : -n.force * fpmax * (T(0.5) + x);
}

template <class T>
CORTEN_HD static T muscle_dynamics(T ctrl, T act, const T prm[3]) {
  const T excitation = std::clamp(ctrl, T(0), T(1)), level = std::clamp(act, T(0), T(1));
  const T tau_act = prm[0] * (T(0.5) + T(1.5) * level);
  const T tau_deact = prm[1] / (T(0.5) + T(1.5) * level);
  const T excess = excitation - act;
  T tau = excess > 0 ? tau_act : tau_deact;
  if (prm[2] >= kMinVal<T>) tau = tau_deact + (tau_act - tau_deact) * sigmoid(excess / prm[2] + T(0.5));
  return excess / floored(tau);
}

}  // namespace corten::core
