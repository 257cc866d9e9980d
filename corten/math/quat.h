// Quaternions (w, x, y, z) with the Hamilton product; unit quaternions rotate local vectors into the parent
// frame.
#pragma once

#include "corten/math/scalar.h"
#include "corten/math/vec3.h"

namespace corten {

template <class T>
struct Quat {
  static constexpr int kSize = 4;
  T e[4];

  CORTEN_HD constexpr T& operator[](int i) { return e[i]; }
  CORTEN_HD constexpr const T& operator[](int i) const { return e[i]; }
  constexpr T* data() { return e; }
  constexpr const T* data() const { return e; }
  CORTEN_HD static constexpr Quat identity() { return {T(1), T(0), T(0), T(0)}; }
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

template <class T>
CORTEN_HD constexpr Quat<T> conjugate(const Quat<T>& q) {
  return {q[0], -q[1], -q[2], -q[3]};
}

template <class T>
CORTEN_HD constexpr Quat<T> operator*(const Quat<T>& a, const Quat<T>& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],  //
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],  //
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],  //
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

// q ⊗ (0, axis)
template <class T>
CORTEN_HD constexpr Quat<T> mul_axis(const Quat<T>& q, const Vec3<T>& axis) {
  return {-q[1] * axis[0] - q[2] * axis[1] - q[3] * axis[2],  //
          q[0] * axis[0] + q[2] * axis[2] - q[3] * axis[1],   //
          q[0] * axis[1] + q[3] * axis[0] - q[1] * axis[2],   //
          q[0] * axis[2] + q[1] * axis[1] - q[2] * axis[0]};
}

template <class T>
CORTEN_HD constexpr auto is_identity(const Quat<T>& q) {
  return q[0] == T(1) && q[1] == T(0) && q[2] == T(0) && q[3] == T(0);
}

template <class T>
CORTEN_HD constexpr Vec3<T> vector_part(const Quat<T>& q) {
  return {q[1], q[2], q[3]};
}

// lane by lane
template <LaneMask Mask, class T>
CORTEN_HD constexpr Quat<T> select(Mask condition, const Quat<T>& yes, const Quat<T>& no) {
  Quat<T> result = no;
  for (int i = 0; i < 4; ++i) result[i] = select(condition, yes[i], no[i]);
  return result;
}

template <class T>
CORTEN_HD T norm(const Quat<T>& q) {
  using std::sqrt;
  return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

template <class T>
CORTEN_HD constexpr Quat<T> scaled(Quat<T> q, T scale) {
  for (T& x : q.e) x *= scale;
  return q;
}

// Scales to unit length and returns the old length. A quaternion already unit to rounding keeps its bits; one
// without direction becomes the identity.
template <class T>
CORTEN_HD T normalize(Quat<T>& q) {
  using std::abs;
  const T length = norm(q);
  if (all(abs(length - T(1)) <= kMinVal<T>))
    return length;  // usual, and foreseen: the square root is not waited for
  const Quat<T> rescaled = select(abs(length - T(1)) > kMinVal<T>, scaled(q, T(1) / length), q);
  q = select(length < kMinVal<T>, Quat<T>::identity(), rescaled);
  return length;
}

template <class T>
CORTEN_HD Quat<T> unit(Quat<T> q) {
  normalize(q);
  return q;
}

// The axis is taken as it is, normally of unit length.
template <class T>
CORTEN_HD Quat<T> axis_angle_quat(const Vec3<T>& axis, T angle) {
  using std::cos;
  using std::sin;
  if (all(angle == T(0))) return Quat<T>::identity();
  const T s = sin(angle * T(0.5));
  return {cos(angle * T(0.5)), axis[0] * s, axis[1] * s, axis[2] * s};
}

// v + 2 u × (w v + u × v) for q = (w, u)
template <class T>
CORTEN_HD constexpr Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& v) {
  if (all(is_zero(v))) return {};
  if (all(is_identity(q))) return v;
  const Vec3<T> t{q[0] * v[0] + q[2] * v[2] - q[3] * v[1],  //
                  q[0] * v[1] + q[3] * v[0] - q[1] * v[2],  //
                  q[0] * v[2] + q[1] * v[1] - q[2] * v[0]};
  return {v[0] + T(2) * (q[2] * t[2] - q[3] * t[1]),  //
          v[1] + T(2) * (q[3] * t[0] - q[1] * t[2]),  //
          v[2] + T(2) * (q[1] * t[1] - q[2] * t[0])};
}

// Angular velocity, in the frame before the turn, that makes the rotation q in time dt the short way round;
// the length of q does not matter.
template <class T>
CORTEN_HD Vec3<T> quat_to_vel(const Quat<T>& q, T dt) {
  using std::atan2;
  Vec3<T> axis = vector_part(q);
  const T sin_half = normalize(axis);
  const T angle = T(2) * atan2(sin_half, q[0]);
  const T shortest = select(angle > T(kPi), angle - T(2 * kPi), angle);
  return axis * (shortest / dt);
}

// Rotation vector from b to a, in the frame of b.
template <class T>
CORTEN_HD Vec3<T> sub_quat(const Quat<T>& a, const Quat<T>& b) {
  return quat_to_vel(conjugate(b) * a, T(1));
}

// dq/dt = ½ q ⊗ (0, vel) for an angular velocity in the local frame.
template <class T>
CORTEN_HD constexpr Quat<T> deriv_quat(const Quat<T>& q, const Vec3<T>& vel) {
  return {T(0.5) * (-vel[0] * q[1] - vel[1] * q[2] - vel[2] * q[3]),
          T(0.5) * (vel[0] * q[0] + vel[1] * q[3] - vel[2] * q[2]),
          T(0.5) * (-vel[0] * q[3] + vel[1] * q[0] + vel[2] * q[1]),
          T(0.5) * (vel[0] * q[2] - vel[1] * q[1] + vel[2] * q[0])};
}

// Turns q by the local angular velocity `vel` for a time `scale`. The old quaternion is made unit, the
// product is not.
template <class T>
CORTEN_HD Quat<T> integrate(const Quat<T>& q, const Vec3<T>& vel, T scale) {
  Vec3<T> axis = vel;
  const T angle = scale * normalize(axis);
  return unit(q) * axis_angle_quat(axis, angle);
}

// The shortest turn of the z axis onto `vec`; no direction means no turn, straight down a half turn about x.
template <class T>
CORTEN_HD Quat<T> quat_z_to_vec(const Vec3<T>& vec) {
  using std::abs;
  using std::atan2;
  Vec3<T> v = vec;
  const T length = normalize(v);
  Vec3<T> axis{-v[1], v[0], T(0)};
  const T sine = normalize(axis);
  const Quat<T> half_turn{T(0), T(1), T(0), T(0)};
  const Quat<T> along = select(v[2] < T(0), half_turn, Quat<T>::identity());
  const Quat<T> turn = axis_angle_quat(axis, atan2(sine, v[2]));
  return select(length < kMinVal<T>, Quat<T>::identity(), select(abs(sine) < kMinVal<T>, along, turn));
}

// Quaternion of three turns about x, y or z: lower-case letters turn about the axes moved so far, upper case
// about the fixed ones. False when `seq` is not three of xyzXYZ.
template <class T>
CORTEN_HD bool euler_to_quat(const Vec3<T>& euler, const char* seq, Quat<T>& result) {
  using std::cos;
  using std::sin;
  Quat<T> q = Quat<T>::identity();
  for (int i = 0; i < 3; ++i) {
    const char letter = seq[i];
    const bool moving = letter >= 'x' && letter <= 'z';
    const bool fixed = letter >= 'X' && letter <= 'Z';
    if (!moving && !fixed) return false;
    Quat<T> turn{cos(euler[i] / T(2)), T(0), T(0), T(0)};
    turn[1 + letter - (moving ? 'x' : 'X')] = sin(euler[i] / T(2));
    q = moving ? q * turn : turn * q;
  }
  if (seq[3] != 0) return false;
  result = q;
  return true;
}

}  // namespace corten
