// Derivatives of quaternion differences and integration with respect to small local turns.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

// [v]ₓ, so that [v]ₓ u = v × u
template <class T>
CORTEN_HD constexpr Mat3<T> cross_matrix(const Vec3<T>& v) {
  return {T(0), -v[2], v[1], v[2], T(0), -v[0], -v[1], v[0], T(0)};
}

// ∂ sub_quat(a, b) / ∂a; the derivative by b is minus its transpose. With n the axis and h half the angle:
// 1 + h [n]ₓ + (1 − h / tan h) [n]ₓ²
template <class T>
CORTEN_HD Mat3<T> sub_quat_derivative(const Quat<T>& a, const Quat<T>& b) {
  using std::tan;
  Vec3<T> axis = sub_quat(a, b);
  const T half = T(0.5) * normalize(axis);
  const T c = half < T(6e-8) ? T(0) : T(1) - half / tan(half);
  const Mat3<T> k = cross_matrix(axis);
  const Mat3<T> kk = k * k;
  Mat3<T> result = Mat3<T>::identity();
  for (int i = 0; i < 9; ++i) result[i] += half * k[i] + c * kk[i];
  return result;
}

template <class T>
struct IntegrateDerivative {
  Mat3<T> by_quat;
  Mat3<T> by_vel;    // by the scaled velocity s = scale · vel
  Vec3<T> by_scale;  // by_vel · vel
};

// Derivatives of integrate(q, vel, scale), which do not depend on q.
template <class T>
CORTEN_HD IntegrateDerivative<T> integrate_derivative(const Vec3<T>& vel, T scale) {
  using std::cos;
  using std::sin;
  const Vec3<T> s = vel * scale;
  const T xx = dot(s, s);
  const T x = norm(s);
  const T a = cos(x);
  T b, c, d;
  if (x <= T(1.0 / 32)) {  // series where the quotients lose digits
    b = T(1) - xx / T(6) * (T(1) - xx / T(20) * (T(1) - xx / T(42)));
    c = T(0.5) * (T(1) - xx / T(12) * (T(1) - xx / T(30) * (T(1) - xx / T(56))));
    d = (T(1) - xx / T(20) * (T(1) - xx / T(42) * (T(1) - xx / T(72)))) / T(6);
  } else {
    b = sin(x) / x;
    c = (T(1) - cos(x)) / xx;
    d = (T(1) - b) / xx;
  }
  const Mat3<T> k = cross_matrix(s);
  IntegrateDerivative<T> result;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const T one = T(i == j), ss = s[i] * s[j];
      result.by_quat(i, j) = a * one - b * k(i, j) + c * ss;
      result.by_vel(i, j) = b * one - c * k(i, j) + d * ss;
    }
  result.by_scale = result.by_vel * vel;
  return result;
}

}  // namespace corten
