// The gear wheel: teeth with involute flanks, a ring of given inner diameter, extruded along z.
#pragma once

#include "plugins/sdf_plugin.h"

namespace corten::plugins {

class Gear {
 public:
  static constexpr const char* kName = "mujoco.sdf.gear";
  static constexpr std::array<ShapeParameter, 5> kParameters{
      {{"alpha", 0}, {"diameter", 2.8}, {"teeth", 25}, {"thickness", 0.2, true}, {"innerdiameter", -1}}};

  explicit Gear(const std::array<Real, 5>& p);
  Vec3<Real> half() const { return half_; }
  Real distance(const Vec3<Real>& x) const { return extruded(outline(x[0], x[1]), x[2]); }
  Vec3<Real> gradient(const Vec3<Real>& x, Real here) const;

 private:
  Real outline(Real x, Real y) const;
  Real extruded(Real outline, Real z) const;

  Vec3<Real> half_;
  Real turn_;                          // of the whole wheel [rad]
  Real outer_, tooth_, inner_, base_;  // radii of tips and bore, height of teeth, base circle
  Real stride_, gap_;                  // angle of a tooth and its gap, angle of the gap
  Real tip_blend_, foot_blend_;        // lengths over which edges are rounded
  Real half_thickness_;
};

}  // namespace corten::plugins
