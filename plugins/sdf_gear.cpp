#include "plugins/sdf_gear.h"

#include "corten/math/scalar.h"

namespace corten::plugins {
namespace {

// union of two shapes, rounded where their distances differ by less than `blend`
Real smooth_union(Real a, Real b, Real blend) {
  const Real u = clip(Real(.5 + .5 * (b - a) / blend), Real(0), Real(1));
  return b * (1. - u) + a * u - blend * u * (1. - u);
}

Real smooth_intersection(Real a, Real b, Real blend) {
  return larger(larger(a, b), -smooth_union(larger(a, -b), larger(b, -a), blend));
}

Real modulo(Real a, Real b) { return a - b * std::floor(a / b); }

}  // namespace

Gear::Gear(const std::array<Real, 5>& p) {
  const Real diameter = p[1], teeth = p[2], thickness = p[3];
  const Real pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
  const Real pitch = teeth / diameter, radius = diameter / 2.0;
  half_ = {1.25 * diameter / 2, 1.25 * diameter / 2, 1.1 * thickness / 2};
  turn_ = p[0];
  outer_ = (diameter + 2.0 * (1.0 / pitch)) / 2.0;
  tooth_ = 2.2 / pitch;
  inner_ = p[4] >= 0.0 ? p[4] / 2.0 : outer_ - tooth_ - 0.14 * diameter;
  base_ = diameter * std::cos(pressure) / 2.0;
  stride_ = kPi / pitch / radius;
  const Real involute = std::acos(base_ / radius);
  gap_ = stride_ / 2.0 - 2.0 * (std::tan(involute) - involute);
  tip_blend_ = 0.0035 * diameter;
  foot_blend_ = base_ - outer_ + tooth_;
  half_thickness_ = thickness / 2.;
}

Real Gear::outline(Real x, Real y) const {
  const Real rho = std::sqrt(x * x + y * y);
  if (inner_ - rho > 0.0) return inner_ - rho;
  if (outer_ - rho < -0.2) return rho - outer_;
  const Real phi = std::atan2(y, x) + turn_;
  // angles from the two flanks of the nearest tooth
  const Real left = modulo(phi + gap_ / 2.0, stride_) - gap_ / 2.0;
  const Real right = modulo(-phi - gap_ + gap_ / 2.0, stride_) - gap_ / 2.0;
  Real flank_left = -1.0e6, flank_right = -1.0e6;
  if (base_ < rho) {  // distances from the involutes
    const Real angle = std::acos(base_ / rho), tangent = std::sqrt(rho * rho - base_ * base_);
    flank_left = tangent - base_ * (left + angle);
    flank_right = tangent - base_ * (right + angle);
  }
  const Real walls = larger(left - (stride_ - gap_), right - (stride_ - gap_));
  Real cogs = larger(walls, larger(flank_left, flank_right));
  cogs = smooth_intersection(rho - outer_, cogs, tip_blend_);
  cogs = smooth_union(rho - (outer_ - tooth_), cogs, foot_blend_);
  return larger(cogs, -(rho - inner_));
}

Real Gear::extruded(Real outline, Real z) const {
  const Real height = std::abs(z) - half_thickness_;
  const Real u = larger(outline, 0), v = larger(height, 0);
  return smaller(larger(outline, height), 0.) + std::sqrt(u * u + v * v);
}

Vec3<Real> Gear::gradient(const Vec3<Real>& x, Real here) const {
  const Real flat = outline(x[0], x[1]);
  const auto slope = [&](Real there) { return (there - here) / kDifference; };
  return {slope(distance({x[0] + kDifference, x[1], x[2]})),
          slope(distance({x[0], x[1] + kDifference, x[2]})), slope(extruded(flat, x[2] + kDifference))};
}

}  // namespace corten::plugins
