// The bolt and the nut that fits it: a threaded rod and a hexagonal head, with fixed dimensions but for the
// radius of the thread.
#pragma once

#include "plugins/sdf_plugin.h"

namespace corten::plugins {

// What both have in common, at one point.
class Screw {
 public:
  static constexpr std::array<ShapeParameter, 1> kParameters{{{"radius", 0.26}}};
  static Vec3<Real> half() { return {0.6, 0.6, 1}; }

  explicit Screw(const std::array<Real, 1>& p) : radius_(p[0]) {
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const Real angle = -(static_cast<Real>(i) - 3) / kSides;
      sides_[i] = {std::sin(angle), std::sin(angle + kPi * .5)};
    }
  }

 protected:
  static constexpr Real kTurns = 12;  // per unit length
  static inline const Real kSlant = std::sqrt(Real(2)) / 2;

  // what x and y determine
  struct Around {
    Real surface;  // distance from the mean cylinder of the thread
    Real phase;    // of the thread, in turns
    Real hexagon;  // distance from the axis along the normal of the nearest side
  };
  Around around(Real x, Real y) const {
    const Real azimuth = std::atan2(y, x);
    const Side& side = sides_[nearest_side(azimuth)];
    return {std::sqrt(x * x + y * y) - radius_, azimuth / kPi / 2., side.cosine * x + -side.sine * y};
  }

  static Real thread(const Around& a, Real z) {
    const Real turn = z * kTurns - a.phase;
    const Real wave = std::abs(turn - std::floor(turn) - .5);
    return (a.surface - wave / kTurns) * kSlant;
  }
  static Real cone(const Around& a, Real z) { return (z - a.surface) * kSlant; }
  static Real head(const Around& a, Real z) {
    const Real prism = larger(a.hexagon - .5, std::abs(z + .25) - .25);
    return larger(prism, (z + a.surface - .22) * kSlant);
  }

 private:
  static constexpr Real kSides = 6. / kPi / 2.;  // of the hexagon, per radian

  // which side, −3 to 3, counted from 0
  static std::size_t nearest_side(Real azimuth) {
    const Real side = std::floor(azimuth * kSides + .5);
    return static_cast<std::size_t>(side >= -3 && side <= 3 ? side + 3 : 3);
  }

  struct Side {
    Real sine, cosine;
  };
  Real radius_;
  std::array<Side, 7> sides_;  // a turn ends where it began: the first and the last are one
};

struct BoltShape : Screw {
  static constexpr const char* kName = "mujoco.sdf.bolt";
  using Screw::Screw;
  static Real at(const Around& a, Real z) {
    const Real rod = larger(thread(a, z), -(.5 - std::abs(z + .5)));
    const Real pointed = larger(rod, -(cone(a, z) + 1. * kSlant));
    return smaller(pointed, head(a, z));
  }
};

struct NutShape : Screw {
  static constexpr const char* kName = "mujoco.sdf.nut";
  using Screw::Screw;
  static Real at(const Around& a, Real z) {
    const Real slope = cone(a, z);
    const Real hole = smaller(larger(thread(a, z), -(slope + .5 * kSlant)), -slope - .05 * kSlant);
    return larger(head(a, z), -hole);
  }
};

template <class Shape>
class ScrewShape : public Shape {
 public:
  using Shape::Shape;

  Real distance(const Vec3<Real>& x) const { return Shape::at(this->around(x[0], x[1]), x[2]); }

  Vec3<Real> gradient(const Vec3<Real>& x, Real here) const {
    const auto around = this->around(x[0], x[1]);
    const auto slope = [&](Real there) { return (there - here) / kDifference; };
    return {slope(distance({x[0] + kDifference, x[1], x[2]})),
            slope(distance({x[0], x[1] + kDifference, x[2]})), slope(Shape::at(around, x[2] + kDifference))};
  }
};
using Bolt = ScrewShape<BoltShape>;
using Nut = ScrewShape<NutShape>;

}  // namespace corten::plugins
