// Functions of one number that the engine shares.
#pragma once

#include <cmath>

#include "corten/math/select.h"

namespace corten {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kMaxVal = 1e10;  // mjMAXVAL: larger magnitudes mean a simulation gone wrong

template <class T>
CORTEN_HD constexpr T square(T x) {
  return x * x;
}

template <class T>
CORTEN_HD constexpr T clip(T x, T low, T high) {
  return select(x < low, low, select(x > high, high, x));
}

// −1, 0 or 1
template <class T>
CORTEN_HD constexpr T sign(T x) {
  return select(x < T(0), T(-1), select(x > T(0), T(1), T(0)));
}

// Nearest integer, ties upwards.
template <class T>
CORTEN_HD int round_to_int(T x) {
  using std::ceil;
  using std::floor;
  const T below = floor(x), above = ceil(x);
  return static_cast<int>(x - below < above - x ? below : above);
}

// Not a number, or too large to simulate.
template <class T>
CORTEN_HD constexpr auto is_bad(T x) {
  return x != x || x > T(kMaxVal) || x < T(-kMaxVal);
}

// Smooth step from 0 at x ≤ 0 to 1 at x ≥ 1 with two continuous derivatives: 6x⁵ − 15x⁴ + 10x³
template <class T>
CORTEN_HD constexpr T sigmoid(T x) {
  const T between = x * x * x * (T(3) * x * (T(2) * x - T(5)) + T(10));
  return select(x <= T(0), T(0), select(x >= T(1), T(1), between));
}

}  // namespace corten
