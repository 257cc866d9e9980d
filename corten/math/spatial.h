// Spatial vectors, rotational part first, in world axes about the centre of mass of the kinematic root's
// subtree.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

template <class T>
struct Motion {
  static constexpr int kSize = 6;
  Vec3<T> ang;
  Vec3<T> lin;
};

template <class T>
struct Force {
  static constexpr int kSize = 6;
  Vec3<T> torque;
  Vec3<T> force;
};

// Cartesian force and torque in the order of xfrc_applied: force first.
template <class T>
struct Wrench {
  static constexpr int kSize = 6;
  Vec3<T> force;
  Vec3<T> torque;
};

// Rigid-body inertia about a reference point: (Ixx Iyy Izz Ixy Ixz Iyz, m·d, m), d from the point to the
// centre of mass.
template <class T>
struct Inertia {
  static constexpr int kSize = 10;
  T i[6];
  Vec3<T> md;
  T mass;
};

// Axis-aligned box by centre and half-sizes.
template <class T>
struct Aabb {
  static constexpr int kSize = 6;
  Vec3<T> center;
  Vec3<T> half;
};

}  // namespace corten
