// L Lᵀ on a plain row-major array for any scalar, in the oracle's order. Lanes of a Pack are matrices of
// their own.
#pragma once

#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/select.h"
#include "corten/math/vec3.h"

namespace corten {

// In place, lower triangle only; pivots below mindiag are raised to it. Calls raised(where) for each that may
// have been.
template <class T, class Fn>
static void lower_factor_core(T* mat, int n, T mindiag, Fn&& raised) {
  using std::sqrt;
  for (int j = 0; j < n; ++j) {
    T* row = mat + j * n;
    T pivot = row[j] - dot(row, row, j);
    if (const auto low = pivot < mindiag; any(low)) {
      pivot = select(low, mindiag, pivot);
      raised(low);
    }
    row[j] = sqrt(pivot);
    const T inverse = T(1) / row[j];
    for (int i = j + 1; i < n; ++i) {
      T* below = mat + i * n;
      below[j] = (below[j] - dot(below, row, j)) * inverse;
    }
  }
}

// x ← (L Lᵀ)⁻¹ x
template <class T>
static void lower_solve_core(const T* factor, int n, T* x) {
  for (int i = 0; i < n; ++i) x[i] = (x[i] - dot(factor + i * n, x, i)) / factor[i * (n + 1)];
  for (int i = n - 1; i >= 0; --i) {
    T r = x[i];
    for (int j = i + 1; j < n; ++j) r = r - factor[j * n + i] * x[j];
    x[i] = r / factor[i * (n + 1)];
  }
}

// Factor of L Lᵀ + sign·x xᵀ, sign = ±1; x is scratch. A pivot whose entry of x is 0 stays as it is.
template <class T, class Fn>
static void lower_update_core(T* factor, int n, T* x, T sign, Fn&& raised) {
  using std::sqrt;
  for (int k = 0; k < n; ++k) {
    const T xk = x[k];
    const auto still = xk == T(0);
    if (all(still)) continue;
    T* column = factor + k;
    const T old = column[k * n];
    T square = old * old + sign * xk * xk;
    if (const auto low = square < kMinVal<T>; any(low)) {
      raised(low && !still);
      square = select(low, kMinVal<T>, square);
    }
    const T pivot = select(still, old, sqrt(square));
    const T c = select(still, T(1), pivot / old);
    const T inverse = T(1) / c, s = xk / old, signed_s = sign * s;
    column[k * n] = pivot;
    for (int i = k + 1; i < n; ++i) {
      const T xi = x[i], l = (column[i * n] + signed_s * xi) * inverse;
      column[i * n] = l;
      x[i] = c * xi - s * l;
    }
  }
}

}  // namespace corten
