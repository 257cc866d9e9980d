// The loops of dense_kernels.h, compiled once per instruction set in a namespace of its name.
#pragma once

#include <cmath>

#include "corten/linalg/dense_kernels.h"
#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace dense {

using Four = Pack<double, 4>;
constexpr double kMinPivot = 1e-15;  // mjMINVAL

// y += s x over n rounded up to fours
inline void add_scaled(double* y, const double* x, double s, int n) {
  const Four scale(s);
  for (int i = 0; i < n; i += 4) (Four::load(y + i) + scale * Four::load(x + i)).store(y + i);
}

inline double dot(const double* a, const double* b, int n) {
  Four sum(0.0);
  for (int i = 0; i < n; i += 4) sum = sum + Four::load(a + i) * Four::load(b + i);
  return (sum.lane(0) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
}

inline int factor(const DenseFactor& f, double mindiag) {
  int rank = f.n;
  for (int k = f.n - 1; k >= 0; --k) {
    double* row = f.rows + k * f.stride;
    if (row[k] < mindiag) {
      row[k] = mindiag;
      --rank;
    }
    f.diag[k] = std::sqrt(row[k]);
    const double inv = 1 / f.diag[k];
    for (int j = 0; j < k; ++j) row[j] *= inv;
    for (int j = k; j < f.stride; ++j) row[j] = 0;
    for (int i = 0; i < k; ++i)  // right of its diagonal a row may take anything: it is cleared in its turn
      if (row[i] != 0) add_scaled(f.rows + i * f.stride, row, -row[i], i + 1);
  }
  return rank;
}

inline void solve(const DenseFactor& f, double* x) {
  for (int k = f.n - 1; k >= 0; --k) {  // Lᵀ y = b
    x[k] /= f.diag[k];
    if (x[k] != 0) add_scaled(x, f.rows + k * f.stride, -x[k], k);
  }
  for (int k = 0; k < f.n; ++k)  // L x = y
    x[k] = (x[k] - dot(f.rows + k * f.stride, x, k)) / f.diag[k];
}

inline int update(const DenseFactor& f, double* x, double sign) {
  int rank = f.n;
  for (int k = f.n - 1; k >= 0; --k) {
    if (x[k] == 0) continue;
    double* row = f.rows + k * f.stride;
    double squared = f.diag[k] * f.diag[k] + sign * (x[k] * x[k]);
    if (squared < kMinPivot) {
      squared = kMinPivot;
      --rank;
    }
    const double pivot = std::sqrt(squared);
    const double ratio = pivot / f.diag[k], part = x[k] / f.diag[k];
    const Four c(ratio), cinv(1 / ratio), s(part), signed_s(sign * part);
    f.diag[k] = pivot;
    x[k] = 0;  // what is done stays out of the lanes
    for (int j = 0; j < k; j += 4) {
      const Four v = Four::load(x + j);
      const Four l = (Four::load(row + j) + signed_s * v) * cinv;
      l.store(row + j);
      (c * v - s * l).store(x + j);
    }
  }
  return rank;
}

inline void add_rank_one(double* mat, const double* x, double s, int n, int stride) {
  for (int i = 0; i < n; ++i) add_scaled(mat + i * stride, x, s * x[i], i + 1);
}

inline DenseKernels table() { return {factor, solve, update, add_rank_one}; }

}  // namespace dense
}  // namespace CORTEN_ISA
}  // namespace corten
