// Numbers in SIMD lanes: Pack<T, N> is N values of T in one native vector, usable as the scalar of Vec3,
// Quat, Mat3 and everything built on them. Lanes never mix; comparisons give a Mask for select, all and any.
// The type lives in a namespace named after the instruction set of the translation unit, so that kernels
// compiled for AVX2 and for the baseline never share a symbol.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "corten/math/select.h"

#if !defined(CORTEN_ISA)  // the build says which; others by what the compiler may use
#if defined(__AVX2__)
#define CORTEN_ISA avx2
#else
#define CORTEN_ISA baseline
#endif
#endif

namespace corten {
inline namespace CORTEN_ISA {

// One truth value per lane, all bits set or none.
template <class T, int N>
struct Mask {
  using Lane = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  typedef Lane Native __attribute__((vector_size(sizeof(T) * N)));
  Native v;

  bool lane(int i) const { return v[i] != 0; }
  friend constexpr Mask operator&&(Mask a, Mask b) { return {a.v & b.v}; }  // both sides are always evaluated
  friend constexpr Mask operator||(Mask a, Mask b) { return {a.v | b.v}; }
  friend constexpr Mask operator!(Mask a) { return {~a.v}; }
};

template <class T, int N>
struct Pack {
  static constexpr int kLanes = N;
  typedef T Native __attribute__((vector_size(sizeof(T) * N)));
  Native v;

  Pack() = default;
  constexpr Pack(Native native) : v(native) {}
  // the same value in every lane
  template <class U>
  requires std::is_arithmetic_v<U>
  constexpr explicit Pack(U x) : v(static_cast<T>(x) - Native{}) {}  // x − 0 is x, also for −0

  T lane(int i) const { return v[i]; }
  void set_lane(int i, T x) { v[i] = x; }

  // N consecutive numbers, in any alignment
  static Pack load(const T* p) {
    Pack r;
    __builtin_memcpy(&r.v, p, sizeof r.v);
    return r;
  }
  void store(T* p) const { __builtin_memcpy(p, &v, sizeof v); }
  // lane i from p[i · stride]
  static Pack gather(const T* p, std::ptrdiff_t stride) {
    Pack r;
    for (int i = 0; i < N; ++i) r.v[i] = p[i * stride];
    return r;
  }
  void scatter(T* p, std::ptrdiff_t stride) const {
    for (int i = 0; i < N; ++i) p[i * stride] = v[i];
  }

  friend constexpr Pack operator+(Pack a, Pack b) { return a.v + b.v; }
  friend constexpr Pack operator-(Pack a, Pack b) { return a.v - b.v; }
  friend constexpr Pack operator*(Pack a, Pack b) { return a.v * b.v; }
  friend constexpr Pack operator/(Pack a, Pack b) { return a.v / b.v; }
  friend constexpr Pack operator-(Pack a) { return -a.v; }
  Pack& operator+=(Pack b) { return *this = *this + b; }
  Pack& operator-=(Pack b) { return *this = *this - b; }
  Pack& operator*=(Pack b) { return *this = *this * b; }
  Pack& operator/=(Pack b) { return *this = *this / b; }

  friend constexpr Mask<T, N> operator==(Pack a, Pack b) { return {a.v == b.v}; }
  friend constexpr Mask<T, N> operator!=(Pack a, Pack b) { return {a.v != b.v}; }
  friend constexpr Mask<T, N> operator<(Pack a, Pack b) { return {a.v < b.v}; }
  friend constexpr Mask<T, N> operator<=(Pack a, Pack b) { return {a.v <= b.v}; }
  friend constexpr Mask<T, N> operator>(Pack a, Pack b) { return {a.v > b.v}; }
  friend constexpr Mask<T, N> operator>=(Pack a, Pack b) { return {a.v >= b.v}; }
};

template <class T, int N>
Pack<T, N> select(Mask<T, N> condition, Pack<T, N> yes, Pack<T, N> no) {
  return condition.v ? yes.v : no.v;
}

template <class T, int N>
bool any(Mask<T, N> mask) {
  bool result = false;
  for (int i = 0; i < N; ++i) result |= mask.lane(i);
  return result;
}

template <class T, int N>
bool all(Mask<T, N> mask) {
  return !any(!mask);
}

// As std::min and std::max: the first argument where they compare equal or not at all.
template <class T, int N>
Pack<T, N> min(Pack<T, N> a, Pack<T, N> b) {
  return select(b < a, b, a);
}
template <class T, int N>
Pack<T, N> max(Pack<T, N> a, Pack<T, N> b) {
  return select(a < b, b, a);
}

template <class T, int N>
Pack<T, N> abs(Pack<T, N> x) {
  using Bits = typename Mask<T, N>::Native;
  return reinterpret_cast<typename Pack<T, N>::Native>(reinterpret_cast<Bits>(x.v) &
                                                       ~reinterpret_cast<Bits>(Pack<T, N>(T(-0.0)).v));
}

// lane by lane through the standard library: the same bits as on plain numbers
template <class T, int N, class Fn>
Pack<T, N> map(Pack<T, N> x, Fn&& fn) {
  Pack<T, N> r;
  for (int i = 0; i < N; ++i) r.v[i] = fn(x.v[i]);
  return r;
}
template <class T, int N>
Pack<T, N> sqrt(Pack<T, N> x) {
  return map(x, [](T lane) { return std::sqrt(lane); });
}
template <class T, int N>
Pack<T, N> sin(Pack<T, N> x) {
  return map(x, [](T lane) { return std::sin(lane); });
}
template <class T, int N>
Pack<T, N> cos(Pack<T, N> x) {
  return map(x, [](T lane) { return std::cos(lane); });
}
template <class T, int N>
Pack<T, N> atan2(Pack<T, N> y, Pack<T, N> x) {
  Pack<T, N> r;
  for (int i = 0; i < N; ++i) r.v[i] = std::atan2(y.v[i], x.v[i]);
  return r;
}

#if defined(__AVX2__)  // also under AVX-512, whose wide registers can lower the clock
inline constexpr int kVectorBytes = 32;
inline int sign_bits(Mask<double, 4> m) { return _mm256_movemask_pd(reinterpret_cast<__m256d>(m.v)); }
inline int sign_bits(Mask<float, 8> m) { return _mm256_movemask_ps(reinterpret_cast<__m256>(m.v)); }
inline bool any(Mask<double, 4> mask) { return sign_bits(mask) != 0; }
inline bool any(Mask<float, 8> mask) { return sign_bits(mask) != 0; }
inline Pack<double, 4> sqrt(Pack<double, 4> x) { return _mm256_sqrt_pd(x.v); }
inline Pack<float, 8> sqrt(Pack<float, 8> x) { return _mm256_sqrt_ps(x.v); }
#else
inline constexpr int kVectorBytes = 16;
#endif

#if defined(__SSE2__)
inline int sign_bits(Mask<double, 2> m) { return _mm_movemask_pd(reinterpret_cast<__m128d>(m.v)); }
inline int sign_bits(Mask<float, 4> m) { return _mm_movemask_ps(reinterpret_cast<__m128>(m.v)); }
inline bool any(Mask<double, 2> mask) { return sign_bits(mask) != 0; }
inline bool any(Mask<float, 4> mask) { return sign_bits(mask) != 0; }
inline Pack<double, 2> sqrt(Pack<double, 2> x) { return _mm_sqrt_pd(x.v); }
inline Pack<float, 4> sqrt(Pack<float, 4> x) { return _mm_sqrt_ps(x.v); }
#endif

// The pack that fills one register of this translation unit's instruction set.
template <class T>
using NativePack = Pack<T, kVectorBytes / static_cast<int>(sizeof(T))>;

}  // namespace CORTEN_ISA
}  // namespace corten
