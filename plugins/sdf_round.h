// Shapes of revolution: the torus and the bowl.
#pragma once

#include "plugins/sdf_plugin.h"

namespace corten::plugins {

// A ring of radius R about z with a round section of radius r.
class Torus {
 public:
  static constexpr const char* kName = "mujoco.sdf.torus";
  static constexpr std::array<ShapeParameter, 2> kParameters{{{"radius1", 0.35}, {"radius2", 0.15}}};

  explicit Torus(const std::array<Real, 2>& p) : ring_(p[0]), section_(p[1]) {}
  Vec3<Real> half() const { return {ring_ + section_, ring_ + section_, section_}; }

  Real distance(const Vec3<Real>& x) const {
    const Real q = std::sqrt(x[0] * x[0] + x[1] * x[1]) - ring_;
    return std::sqrt(q * q + x[2] * x[2]) - section_;
  }

  Vec3<Real> gradient(const Vec3<Real>& x, Real) const {
    const Real rho = std::sqrt(x[0] * x[0] + x[1] * x[1]), q = rho - ring_;
    const Real length = larger(std::sqrt(q * q + x[2] * x[2]), 1e-15);
    return {q * (x[0] / rho) / length, q * (x[1] / rho) / length, x[2] / length};
  }

 private:
  Real ring_, section_;
};

// A sphere cut off at height H, as a wall of half thickness t; it opens upwards.
class Bowl {
 public:
  static constexpr const char* kName = "mujoco.sdf.bowl";
  static constexpr std::array<ShapeParameter, 3> kParameters{
      {{"height", 0.4}, {"radius", 1}, {"thickness", 0.02}}};

  explicit Bowl(const std::array<Real, 3>& p)
      : height_(p[0]), radius_(p[1]), thickness_(p[2]), rim_(std::sqrt(p[1] * p[1] - p[0] * p[0])) {}
  Vec3<Real> half() const {
    const Real size = radius_ + thickness_;
    return {size, size, size};
  }

  Real distance(const Vec3<Real>& x) const { return at(std::sqrt(x[0] * x[0] + x[1] * x[1]), x[2]); }

  Vec3<Real> gradient(const Vec3<Real>& x, Real here) const {
    const Real rho = std::sqrt(x[0] * x[0] + x[1] * x[1]);
    const auto slope = [&](Real there) { return (there - here) / kDifference; };
    return {slope(distance({x[0] + kDifference, x[1], x[2]})),
            slope(distance({x[0], x[1] + kDifference, x[2]})), slope(at(rho, x[2] + kDifference))};
  }

 private:
  Real at(Real rho, Real z) const {
    if (height_ * rho < rim_ * z) {
      const Real u = rho - rim_, v = z - height_;
      return std::sqrt(u * u + v * v) - thickness_;
    }
    return std::abs(std::sqrt(rho * rho + z * z) - radius_) - thickness_;
  }

  Real height_, radius_, thickness_;
  Real rim_;  // radius of the opening
};

}  // namespace corten::plugins
