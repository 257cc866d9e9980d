// Every lane-ready function of the math room on one set of inputs: the same template runs on plain numbers
// and on packs, and lane i of the pack must have the bits of run i on numbers.
#pragma once

#include "corten/math/frame.h"
#include "corten/math/pack.h"
#include "corten/math/pose.h"
#include "corten/math/scalar.h"
#include "corten/math/spatial.h"

namespace corten::battery {

inline constexpr int kInputs = 20;
inline constexpr int kOutputs = 86;

template <class T>
class Writer {
 public:
  explicit Writer(T* out) : next_(out) {}
  void operator()(T x) { *next_++ = x; }
  template <class V>
  void operator()(const V& v) requires requires {
    v.e;
  }
  {
    for (const T& x : v.e) *next_++ = x;
  }

 private:
  T* next_;
};

template <class T>
void run(const T* in, T* out) {
  const Vec3<T> v{in[0], in[1], in[2]}, u{in[3], in[4], in[5]};
  const Quat<T> p{in[6], in[7], in[8], in[9]}, q{in[10], in[11], in[12], in[13]};
  const T a = in[14], b = in[15];
  Writer<T> write(out);
  write(dot(v, u));
  write(cross(v, u));
  write(unit(v));
  write(unit(q));
  write(p * q);
  write(mul_axis(p, v));
  write(rotate(p, v));
  write(axis_angle_quat(v, a));
  write(quat_to_vel(p, a));
  write(sub_quat(p, q));
  write(deriv_quat(p, v));
  write(integrate(p, v, a));
  write(quat_z_to_vec(v));
  write(to_mat(p));
  write(to_mat(p) * u);
  write(make_frame(v, u));
  const Pose<T> pose = Pose<T>{v, p} * Pose<T>{u, q};
  write(pose.pos);
  write(pose.quat);
  write(inverse(pose).pos);
  const Inertia<T> inert = inert_com(v, to_mat(unit(p)), u, a);
  const Force<T> f = cross_force(Motion<T>{v, u}, inert * Motion<T>{u, v});
  write(f.torque);
  write(f.force);
  write(clip(a, T(-1), T(1)));
  write(sign(b));
  write(sigmoid(a));
  write(select(a < b, a, b));
  using std::abs;
  write(abs(a));
}

}  // namespace corten::battery
