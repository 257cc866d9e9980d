// y = a cosh(x / a) through two points: sinh(k) / k = √(length² − rise²) / span with k = span / (2 a).
#include "viewer/catenary.h"

#include <algorithm>
#include <cmath>

namespace corten::viewer {
namespace {

// k with sinh(k) / k = ratio > 1, by bisection: the left side grows with k.
Real solve_sag(Real ratio) {
  Real low = 1e-6;
  Real high = 1;
  while (std::sinh(high) / high < ratio && high < 500) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const Real middle = 0.5 * (low + high);
    (std::sinh(middle) / middle < ratio ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

std::vector<Vec3<Real>> catenary(const Vec3<Real>& from, const Vec3<Real>& to, const Vec3<Real>& gravity,
                                 Real length, int points) {
  const Vec3<Real> apart = to - from;
  if (!(length > norm(apart) * (1 + 1e-9)) || points < 3) return {from, to};
  Vec3<Real> up = -gravity;
  normalize(up);
  const Real rise = dot(apart, up);
  Vec3<Real> across = apart - up * rise;
  const Real span = norm(across);
  // a rope folded upon itself: down from one end to the lowest point and up again
  if (span < 1e-3 * length) return {from, from - up * (0.5 * (length - rise)), to};
  across *= 1 / span;
  const Real k = solve_sag(std::sqrt(length * length - rise * rise) / span);
  const Real a = span / (2 * k);
  // lowest point, measured from `from`
  const Real lowest = 0.5 * span - a * std::atanh(std::clamp(rise / length, -1 + 1e-12, 1 - 1e-12));
  std::vector<Vec3<Real>> rope;
  for (int i = 0; i < points; ++i) {
    const Real x = span * i / (points + 1);
    const Real y = a * (std::cosh((x - lowest) / a) - std::cosh(lowest / a));
    rope.push_back(from + across * x + up * y);
  }
  rope.push_back(to);
  return rope;
}

}  // namespace corten::viewer
