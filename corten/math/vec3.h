// Small fixed vectors: Vec<T, N> for parameter rows of the model, Vec3 for space. Sums run left to right, so
// that results are the oracle's bit for bit.
#pragma once

#include <cmath>

#include "corten/base/config.h"
#include "corten/math/select.h"

namespace corten {

template <class T, int N>
struct Vec {
  static constexpr int kSize = N;
  T e[N];

  CORTEN_HD constexpr T& operator[](int i) { return e[i]; }
  CORTEN_HD constexpr const T& operator[](int i) const { return e[i]; }
  constexpr T* data() { return e; }
  constexpr const T* data() const { return e; }
  constexpr T* begin() { return e; }
  constexpr T* end() { return e + N; }
  constexpr const T* begin() const { return e; }
  constexpr const T* end() const { return e + N; }
  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

template <class T>
using Vec2 = Vec<T, 2>;
template <class T>
using Vec3 = Vec<T, 3>;

template <class T, int N>
CORTEN_HD constexpr Vec<T, N> operator+(Vec<T, N> a, const Vec<T, N>& b) {
  for (int i = 0; i < N; ++i) a.e[i] += b.e[i];
  return a;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N> operator-(Vec<T, N> a, const Vec<T, N>& b) {
  for (int i = 0; i < N; ++i) a.e[i] -= b.e[i];
  return a;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N> operator-(Vec<T, N> a) {
  for (int i = 0; i < N; ++i) a.e[i] = -a.e[i];
  return a;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N> operator*(Vec<T, N> a, T s) {
  for (int i = 0; i < N; ++i) a.e[i] *= s;
  return a;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N> operator*(T s, const Vec<T, N>& a) {
  return a * s;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N>& operator+=(Vec<T, N>& a, const Vec<T, N>& b) {
  return a = a + b;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N>& operator-=(Vec<T, N>& a, const Vec<T, N>& b) {
  return a = a - b;
}

template <class T, int N>
CORTEN_HD constexpr Vec<T, N>& operator*=(Vec<T, N>& a, T s) {
  return a = a * s;
}

template <class T, int N>
CORTEN_HD constexpr T dot(const Vec<T, N>& a, const Vec<T, N>& b) {
  T sum = a.e[0] * b.e[0];
  for (int i = 1; i < N; ++i) sum += a.e[i] * b.e[i];
  return sum;
}

template <class T>
CORTEN_HD constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T, int N>
CORTEN_HD T norm(const Vec<T, N>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

template <class T, int N>
CORTEN_HD T distance(const Vec<T, N>& a, const Vec<T, N>& b) {
  return norm(a - b);
}

// below this length a vector has no direction (mjMINVAL)
template <class T>
inline constexpr T kMinVal = T(1e-15);

// lane by lane
template <LaneMask Mask, class T, int N>
CORTEN_HD constexpr Vec<T, N> select(Mask condition, const Vec<T, N>& yes, const Vec<T, N>& no) {
  Vec<T, N> result = no;
  for (int i = 0; i < N; ++i) result.e[i] = select(condition, yes.e[i], no.e[i]);
  return result;
}

template <class T>
CORTEN_HD constexpr auto is_zero(const Vec3<T>& a) {
  return a[0] == T(0) && a[1] == T(0) && a[2] == T(0);
}

// Scales to unit length and returns the old length; a vector without direction becomes the first axis.
template <class T, int N>
CORTEN_HD T normalize(Vec<T, N>& a) {
  const T length = norm(a);
  a = select(length < kMinVal<T>, Vec<T, N>{T(1)}, a * (T(1) / length));
  return length;
}

template <class T, int N>
CORTEN_HD Vec<T, N> unit(Vec<T, N> a) {
  normalize(a);
  return a;
}

}  // namespace corten
