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

template <class T>
CORTEN_HD constexpr Motion<T> operator+(const Motion<T>& a, const Motion<T>& b) {
  return {a.ang + b.ang, a.lin + b.lin};
}

template <class T>
CORTEN_HD constexpr Motion<T> operator-(const Motion<T>& a, const Motion<T>& b) {
  return {a.ang - b.ang, a.lin - b.lin};
}

template <class T>
CORTEN_HD constexpr Motion<T> operator*(const Motion<T>& a, T s) {
  return {a.ang * s, a.lin * s};
}

template <class T>
CORTEN_HD constexpr Motion<T>& operator+=(Motion<T>& a, const Motion<T>& b) {
  return a = a + b;
}

template <class T>
CORTEN_HD constexpr Force<T> operator+(const Force<T>& a, const Force<T>& b) {
  return {a.torque + b.torque, a.force + b.force};
}

template <class T>
CORTEN_HD constexpr Force<T> operator-(const Force<T>& a, const Force<T>& b) {
  return {a.torque - b.torque, a.force - b.force};
}

template <class T>
CORTEN_HD constexpr Force<T>& operator+=(Force<T>& a, const Force<T>& b) {
  return a = a + b;
}

template <class T>
CORTEN_HD constexpr Force<T>& operator-=(Force<T>& a, const Force<T>& b) {
  return a = a - b;
}

// Power of a force along a motion, summed as the oracle sums long products: four lanes, then the rest.
template <class T>
CORTEN_HD constexpr T dot(const Motion<T>& m, const Force<T>& f) {
  const T s0 = m.ang[0] * f.torque[0], s1 = m.ang[1] * f.torque[1];
  const T s2 = m.ang[2] * f.torque[2], s3 = m.lin[0] * f.force[0];
  return ((s0 + s2) + (s1 + s3)) + (m.lin[1] * f.force[1] + m.lin[2] * f.force[2]);
}

// (ω, v) × (a, b) = (ω × a, ω × b + v × a): rate of change of a motion carried along by a moving frame
template <class T>
CORTEN_HD constexpr Motion<T> cross_motion(const Motion<T>& vel, const Motion<T>& m) {
  return {cross(vel.ang, m.ang), cross(vel.ang, m.lin) + cross(vel.lin, m.ang)};
}

// (ω, v) ×* (τ, f) = (ω × τ + v × f, ω × f): the same for a force
template <class T>
CORTEN_HD constexpr Force<T> cross_force(const Motion<T>& vel, const Force<T>& f) {
  return {cross(vel.ang, f.torque) + cross(vel.lin, f.force), cross(vel.ang, f.force)};
}

// The same motion referred to another point, axes kept: v' = v − (new − old) × ω
template <class T>
CORTEN_HD constexpr Motion<T> transport(const Motion<T>& m, const Vec3<T>& new_pos, const Vec3<T>& old_pos) {
  return {m.ang, m.lin - cross(new_pos - old_pos, m.ang)};
}

// The same force referred to another point, axes kept: τ' = τ − (new − old) × f
template <class T>
CORTEN_HD constexpr Force<T> transport(const Force<T>& f, const Vec3<T>& new_pos, const Vec3<T>& old_pos) {
  return {f.torque - cross(new_pos - old_pos, f.force), f.force};
}

// The same motion in the axes of a frame whose rotation to the present axes is given.
template <class T>
CORTEN_HD constexpr Motion<T> to_local(const Motion<T>& m, const Mat3<T>& rot) {
  return {transpose_mul(rot, m.ang), transpose_mul(rot, m.lin)};
}

template <class T>
CORTEN_HD constexpr Force<T> to_local(const Force<T>& f, const Mat3<T>& rot) {
  return {transpose_mul(rot, f.torque), transpose_mul(rot, f.force)};
}

// Motion of a body turning about an axis through a point at −offset from the reference point.
template <class T>
CORTEN_HD constexpr Motion<T> hinge_motion(const Vec3<T>& axis, const Vec3<T>& offset) {
  return {axis, cross(axis, offset)};
}

template <class T>
CORTEN_HD constexpr Motion<T> slide_motion(const Vec3<T>& axis) {
  return {Vec3<T>{}, axis};
}

template <class T>
CORTEN_HD constexpr Inertia<T>& operator+=(Inertia<T>& a, const Inertia<T>& b) {
  for (int k = 0; k < 6; ++k) a.i[k] += b.i[k];
  a.md += b.md;
  a.mass += b.mass;
  return a;
}

// Inertia about a point at −offset from the centre of mass: R diag(I) Rᵀ + m (|d|² 1 − d dᵀ), where `mat`
// takes the principal axes to the reference axes.
template <class T>
CORTEN_HD constexpr Inertia<T> inert_com(const Vec3<T>& inertia, const Mat3<T>& mat, const Vec3<T>& offset,
                                         T mass) {
  const Vec3<T>& d = offset;
  const Vec3<T>& p = inertia;
  // R diag(I), as in the oracle multiplied before Rᵀ
  const Mat3<T> s{mat[0] * p[0], mat[1] * p[1], mat[2] * p[2], mat[3] * p[0], mat[4] * p[1],
                  mat[5] * p[2], mat[6] * p[0], mat[7] * p[1], mat[8] * p[2]};
  const auto entry = [&](int r, int c) {
    return mat(r, 0) * s(c, 0) + mat(r, 1) * s(c, 1) + mat(r, 2) * s(c, 2);
  };
  return {{entry(0, 0) + mass * (d[1] * d[1] + d[2] * d[2]),  //
           entry(1, 1) + mass * (d[0] * d[0] + d[2] * d[2]),  //
           entry(2, 2) + mass * (d[0] * d[0] + d[1] * d[1]),  //
           entry(0, 1) - mass * d[0] * d[1],                  //
           entry(0, 2) - mass * d[0] * d[2],                  //
           entry(1, 2) - mass * d[1] * d[2]},
          d * mass,
          mass};
}

// Momentum of a motion: torque = I ω + (m d) × v, force = m v − (m d) × ω
template <class T>
CORTEN_HD constexpr Force<T> operator*(const Inertia<T>& inert, const Motion<T>& m) {
  const T* i = inert.i;
  const Vec3<T>&d = inert.md, &w = m.ang, &v = m.lin;
  return {{i[0] * w[0] + i[3] * w[1] + i[4] * w[2] - d[2] * v[1] + d[1] * v[2],
           i[3] * w[0] + i[1] * w[1] + i[5] * w[2] + d[2] * v[0] - d[0] * v[2],
           i[4] * w[0] + i[5] * w[1] + i[2] * w[2] - d[1] * v[0] + d[0] * v[1]},
          {d[2] * w[1] - d[1] * w[2] + inert.mass * v[0],  //
           d[0] * w[2] - d[2] * w[0] + inert.mass * v[1],  //
           d[1] * w[0] - d[0] * w[1] + inert.mass * v[2]}};
}

}  // namespace corten
