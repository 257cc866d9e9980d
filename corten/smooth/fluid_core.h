// Fluid forces on one box or ellipsoid, as values in its own axes.
#pragma once

#include <algorithm>

#include "corten/math/scalar.h"
#include "corten/math/spatial.h"
#include "corten/model/constants.h"
#include "corten/model/enums.h"

namespace corten {

template <class T>
CORTEN_HD T pow2(T x) {
  return x * x;
}
template <class T>
CORTEN_HD T pow4(T x) {
  return (x * x) * (x * x);
}

template <class T>
struct Medium {
  T density;
  T viscosity;
};

// Sides of the box that has the same moments of inertia.
template <class T>
CORTEN_HD Vec3<T> equivalent_box(const Vec3<T>& inertia, T mass) {
  using std::max;
  using std::sqrt;
  Vec3<T> box{};
  for (int i = 0; i < 3; ++i) {
    const T sum = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
    box[i] = sqrt(max(T(kMinVal<T>), sum) / mass * T(6));
  }
  return box;
}

template <class T>
CORTEN_HD Force<T> box_fluid_force(const Vec3<T>& box, const Motion<T>& v, const Medium<T>& medium) {
  using std::abs;
  Force<T> f{};
  if (medium.viscosity > T(0)) {
    const T diameter = (box[0] + box[1] + box[2]) / T(3);
    f.torque = v.ang * (-T(kPi) * diameter * diameter * diameter * medium.viscosity);
    f.force = v.lin * (T(-3) * T(kPi) * diameter * medium.viscosity);
  }
  if (medium.density > T(0))
    for (int i = 0; i < 3; ++i) {
      const T a = box[i == 0 ? 1 : 0], b = box[i == 2 ? 1 : 2];
      const T sum = a * a * a * a + b * b * b * b;
      f.force[i] -= T(0.5) * medium.density * a * b * abs(v.lin[i]) * v.lin[i];
      f.torque[i] -= medium.density * box[i] * sum * abs(v.ang[i]) * v.ang[i] / T(64);
    }
  return f;
}

// The twelve fluid coefficients of a geom.
template <class T>
struct FluidCoefficients {
  T scale, blunt, slender, angular, kutta, magnus;
  Vec3<T> virtual_mass, virtual_inertia;
};

template <class T>
CORTEN_HD FluidCoefficients<T> fluid_coefficients(const Vec<T, kNFluid>& p) {
  return {p[0], p[1], p[2], p[3], p[4], p[5], {p[6], p[7], p[8]}, {p[9], p[10], p[11]}};
}

// Half-axes of the ellipsoid that stands for a geom.
template <class T>
CORTEN_HD Vec3<T> fluid_semiaxes(int geom_type, const Vec3<T>& size) {
  switch (geom_type) {
    case mjGEOM_SPHERE:
      return {size[0], size[0], size[0]};
    case mjGEOM_CAPSULE:
      return {size[0], size[0], size[1] + size[0]};
    case mjGEOM_CYLINDER:
      return {size[0], size[0], size[1]};
    default:
      return size;
  }
}

// Shape numbers of an ellipsoid used by force and derivative.
template <class T>
struct EllipsoidShape {
  Vec3<T> r;
  T longest, middle, shortest;

  CORTEN_HD explicit EllipsoidShape(const Vec3<T>& semiaxes) : r(semiaxes) {
    using std::max;
    using std::min;
    longest = max(max(r[0], r[1]), r[2]);
    shortest = min(min(r[0], r[1]), r[2]);
    middle = r[0] + r[1] + r[2] - longest - shortest;
  }
  CORTEN_HD T volume() const { return T(4) / T(3) * T(kPi) * r[0] * r[1] * r[2]; }
  CORTEN_HD T diameter() const { return T(2) / T(3) * (r[0] + r[1] + r[2]); }
  CORTEN_HD T max_area() const { return T(kPi) * longest * middle; }
  // squared areas (r_j r_k)²
  CORTEN_HD Vec3<T> areas() const { return {pow2(r[1] * r[2]), pow2(r[2] * r[0]), pow2(r[0] * r[1])}; }
  // moment of drag of each axis and its largest value
  CORTEN_HD T drag_moment(int i) const {
    using std::max;
    return T(8) / T(15) * T(kPi) * r[i] * pow4(max(r[(i + 1) % 3], r[(i + 2) % 3]));
  }
  CORTEN_HD T max_drag_moment() const { return T(8) / T(15) * T(kPi) * middle * pow4(longest); }
};

// Projected area of an ellipsoid moving along v and what it is made of.
template <class T>
struct Projection {
  Vec3<T> normal;  // gradient of the projected ellipse
  T num, den;      // N = n·v, Q = n·n
  T area;

  CORTEN_HD Projection(const EllipsoidShape<T>& s, const Vec3<T>& v) {
    using std::max;
    using std::sqrt;
    const Vec3<T> a = s.areas();
    normal = {a[0] * v[0], a[1] * v[1], a[2] * v[2]};
    num = pow2(s.r[1] * s.r[2] * v[0]) + pow2(s.r[2] * s.r[0] * v[1]) + pow2(s.r[0] * s.r[1] * v[2]);
    den = pow2(a[0]) * pow2(v[0]) + pow2(a[1]) * pow2(v[1]) + pow2(a[2]) * pow2(v[2]);
    area = T(kPi) * sqrt(den / max(T(kMinVal<T>), num));
  }
};

// coefficient of ω_i in the angular drag
template <class T>
CORTEN_HD T angular_drag(const EllipsoidShape<T>& s, const FluidCoefficients<T>& c, int i) {
  return c.angular * s.drag_moment(i) + c.slender * (s.max_drag_moment() - s.drag_moment(i));
}

template <class T>
CORTEN_HD Force<T> added_mass_force(const FluidCoefficients<T>& c, const Motion<T>& v, T density) {
  Vec3<T> linear{}, angular{};
  for (int i = 0; i < 3; ++i) {
    linear[i] = density * c.virtual_mass[i] * v.lin[i];
    angular[i] = density * c.virtual_inertia[i] * v.ang[i];
  }
  return {cross(linear, v.lin) + cross(angular, v.ang), cross(linear, v.ang)};
}

template <class T>
CORTEN_HD Force<T> ellipsoid_fluid_force(const Vec3<T>& semiaxes, const FluidCoefficients<T>& c,
                                         const Motion<T>& v, const Medium<T>& medium) {
  using std::max;
  const EllipsoidShape<T> shape(semiaxes);
  const Projection<T> p(shape, v.lin);
  const T speed = norm(v.lin);
  Force<T> f = added_mass_force(c, v, medium.density);
  const Vec3<T> magnus = cross(v.ang, v.lin) * (c.magnus * medium.density * shape.volume());
  const T circulation = c.kutta * medium.density * (p.num / max(T(kMinVal<T>), speed * p.den)) * p.area;
  const Vec3<T> kutta = cross(cross(p.normal, v.lin) * circulation, v.lin);
  const T diameter = shape.diameter();
  const T area = p.area * c.blunt + c.slender * (shape.max_area() - p.area);
  const T drag = medium.viscosity * (T(3) * T(kPi) * diameter) + medium.density * speed * area;
  f.force += magnus + kutta - v.lin * drag;
  Vec3<T> moment{};
  for (int i = 0; i < 3; ++i) moment[i] = v.ang[i] * angular_drag(shape, c, i);
  const T viscous = T(kPi) * diameter * diameter * diameter;
  f.torque -= v.ang * (medium.viscosity * viscous + medium.density * norm(moment));
  return {f.torque * c.scale, f.force * c.scale};
}

}  // namespace corten
