// Shapes of revolution: the torus and the bowl. The engine knows their distances, for many points at once.
#pragma once

#include "corten/geom/round_field.h"
#include "plugins/sdf_plugin.h"

namespace corten::plugins {

class Torus {
 public:
  static constexpr const char* kName = "mujoco.sdf.torus";
  static constexpr std::array<ShapeParameter, 2> kParameters{{{"radius1", 0.35}, {"radius2", 0.15}}};
  static constexpr auto kDistance = torus_distance;

  explicit Torus(const std::array<Real, 2>& p) : field_{p[0], p[1]} {}
  Vec3<Real> half() const {
    return {field_.ring + field_.section, field_.ring + field_.section, field_.section};
  }

  Vec3<Real> gradient(const Vec3<Real>& x, Real) const {
    const Real rho = std::sqrt(x[0] * x[0] + x[1] * x[1]), q = rho - field_.ring;
    const Real length = larger(std::sqrt(q * q + x[2] * x[2]), 1e-15);
    return {q * (x[0] / rho) / length, q * (x[1] / rho) / length, x[2] / length};
  }

 private:
  TorusField field_;
};

class Bowl {
 public:
  static constexpr const char* kName = "mujoco.sdf.bowl";
  static constexpr std::array<ShapeParameter, 3> kParameters{
      {{"height", 0.4}, {"radius", 1}, {"thickness", 0.02}}};
  static constexpr auto kDistance = bowl_distance;

  explicit Bowl(const std::array<Real, 3>& p)
      : field_{p[0], p[1], p[2], std::sqrt(p[1] * p[1] - p[0] * p[0])} {}
  Vec3<Real> half() const {
    const Real size = field_.radius + field_.thickness;
    return {size, size, size};
  }

  Vec3<Real> gradient(const Vec3<Real>& x, Real here) const {
    const Real rho = std::sqrt(x[0] * x[0] + x[1] * x[1]);
    const auto slope = [&](Real there) { return (there - here) / kDifference; };
    return {slope(field_.distance(Vec3<Real>{x[0] + kDifference, x[1], x[2]})),
            slope(field_.distance(Vec3<Real>{x[0], x[1] + kDifference, x[2]})),
            slope(field_.at(rho, x[2] + kDifference))};
  }

 private:
  BowlField field_;
};

}  // namespace corten::plugins
