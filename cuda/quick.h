// Arithmetic that the device does in a few instructions and without branches where the engine's, made for the
// CPU, has slow paths and shortcuts. Values are the engine's to rounding.
#pragma once

#include <bit>
#include <cmath>

#include "corten/math/quat.h"
#include "cuda/team.h"

namespace corten::gpu {

CORTEN_DEV int bits_of(unsigned x) {
#ifdef __CUDA_ARCH__
  return __popc(x);
#else
  return std::popcount(x);
#endif
}

// Four consecutive numbers that start at a multiple of four.
template <class T>
struct alignas(16) Four {
  T e[4];
};
template <class T>
CORTEN_DEV Four<T> load_four(const T* p) {
  return *reinterpret_cast<const Four<T>*>(p);
}
template <class T>
CORTEN_DEV void store_four(const Four<T>& x, T* p) {
  *reinterpret_cast<Four<T>*>(p) = x;
}
template <class T>
CORTEN_DEV Quat<T> quick_load(const Quat<T>& q) {
  const Four<T> x = load_four(q.e);
  return {x.e[0], x.e[1], x.e[2], x.e[3]};
}
template <class T>
CORTEN_DEV void quick_store(const Quat<T>& q, Quat<T>& to) {
  store_four(Four<T>{{q[0], q[1], q[2], q[3]}}, to.e);
}

// a b + c, rounded once on the device in either precision. For the solver, where it saves half of the
// instructions and what it finds does not depend on it.
template <class T>
CORTEN_DEV T multiply_add(T a, T b, T c) {
#ifdef __CUDACC__
  return fma(a, b, c);
#else
  return a * b + c;
#endif
}

#ifdef __CUDACC__
// 1 / x and 1 / √x to the last bit or two
CORTEN_DEV float reciprocal(float x) { return __fdividef(1.0f, x); }
CORTEN_DEV double reciprocal(double x) {
  double r;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(r) : "d"(x));
  r = fma(fma(-x, r, 1.0), r, r);  // 40 bits, then all
  return fma(fma(-x, r, 1.0), r, r);
}
CORTEN_DEV float reciprocal_root(float x) {
  float r;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return fmaf(0.5f * r, fmaf(-x * r, r, 1.0f), r);
}
// Sine and cosine of joint angles, a few turns at most: the quarter is taken off in two pieces, then the
// polynomials of least error on ±π/4 (Cephes, sinf and cosf).
CORTEN_DEV void sine_cosine(float x, float& s, float& c) {
  const float k = rintf(x * 0.636619772f);
  float r = fmaf(k, -1.57079637050628662f, x);
  r = fmaf(k, 4.37113900018624283e-8f, r);
  const int quarter = int(k);
  const float z = r * r;
  const float sine = fmaf(fmaf(fmaf(-1.9515295891e-4f, z, 8.3321608736e-3f), z, -1.6666654611e-1f), z * r, r);
  const float cosine =
      fmaf(fmaf(fmaf(2.443315711e-5f, z, -1.388731625e-3f), z, 4.166664568e-2f), z * z, fmaf(-0.5f, z, 1.0f));
  const float a = quarter & 1 ? cosine : sine, b = quarter & 1 ? sine : cosine;
  s = quarter & 2 ? -a : a;
  c = (quarter + 1) & 2 ? -b : b;
}
CORTEN_DEV void sine_cosine(double x, double& s, double& c) { sincos(x, &s, &c); }
#else
template <class T>
inline T reciprocal(T x) {
  return 1 / x;
}
template <class T>
inline T reciprocal_root(T x) {
  return 1 / std::sqrt(x);
}
template <class T>
inline void sine_cosine(T x, T& s, T& c) {
  s = std::sin(x), c = std::cos(x);
}
#endif

// Of length one; a quaternion of no length becomes the identity. In double precision with the engine's bits:
// boxes that lie parallel on each other then have the same corners.
CORTEN_DEV Quat<double> quick_unit(const Quat<double>& q) { return unit(q); }
CORTEN_DEV Quat<float> quick_unit(const Quat<float>& q) {
  const float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const bool none = square < kMinVal<float> * kMinVal<float>;
  const float scale = none ? 0.0f : reciprocal_root(square);
  return {none ? 1.0f : q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
}

// v + 2 u × (w v + u × v) for q = (w, u)
template <class T>
CORTEN_DEV Vec3<T> quick_rotate(const Quat<T>& q, const Vec3<T>& v) {
  const Vec3<T> u = vector_part(q);
  return v + cross(u, v * q[0] + cross(u, v)) * T(2);
}

}  // namespace corten::gpu
