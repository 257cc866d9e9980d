// Impedance of a constraint at a distance, for any scalar.
#pragma once

#include <cmath>

#include "corten/math/vec3.h"

namespace corten {

// Impedance d and its slope at distance pos − margin.
template <class T>
struct ImpedanceOf {
  T d;
  T slope;
};

template <class T>
CORTEN_HD T power(T x, T p) {
  if (p == 1) return x;
  if (p == 2) return x * x;
  return std::pow(x, p);
}

// Two power curves joined at the midpoint, from d0 at distance 0 to dw at the width.
template <class T>
CORTEN_HD ImpedanceOf<T> impedance(const Vec<T, 5>& imp, T distance) {
  const T d0 = imp[0], dw = imp[1], width = imp[2], mid = imp[3], p = imp[4];
  if (d0 == dw || width <= kMinVal<T>) return {T(0.5) * (d0 + dw), 0};
  T x = distance / width, sign = 1;
  if (x < 0) x = -x, sign = -1;
  if (x >= 1) return {dw, 0};
  if (x == 0) return {d0, 0};
  T y, slope;
  if (p == 1) {
    y = x;
    slope = 1;
  } else if (x <= mid) {
    const T a = 1 / power(mid, p - 1);
    y = a * power(x, p);
    slope = p * a * power(x, p - 1);
  } else {
    const T b = 1 / power(1 - mid, p - 1);
    y = 1 - b * power(1 - x, p);
    slope = p * b * power(1 - x, p - 1);
  }
  return {d0 + y * (dw - d0), slope * sign * (dw - d0) / width};
}

}  // namespace corten
