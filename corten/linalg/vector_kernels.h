// Sums and updates of long vectors for any scalar. The order of summation is the oracle's: four interleaved
// partial sums, then the rest one by one.
#pragma once

#include "corten/base/config.h"

namespace corten {

template <class T>
inline T dot(const T* a, const T* b, int n) {
  T s0(0), s1(0), s2(0), s3(0);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  T sum = (s0 + s2) + (s1 + s3);
  if (n - i == 3) {
    sum += a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2];
  } else if (n - i == 2) {
    sum += a[i] * b[i] + a[i + 1] * b[i + 1];
  } else if (n - i == 1) {
    sum += a[i] * b[i];
  }
  return sum;
}

// Σ values[k] · x[colind[k]]
template <class T>
inline T dot_sparse(const T* values, const int* colind, int nnz, const T* x) {
  T s0(0), s1(0), s2(0), s3(0);
  int i = 0;
  for (; i + 4 <= nnz; i += 4) {
    s0 += values[i] * x[colind[i]];
    s1 += values[i + 1] * x[colind[i + 1]];
    s2 += values[i + 2] * x[colind[i + 2]];
    s3 += values[i + 3] * x[colind[i + 3]];
  }
  T sum = (s0 + s2) + (s1 + s3);
  for (; i < nnz; ++i) sum += values[i] * x[colind[i]];
  return sum;
}

// y += s x
inline void add_scaled(Real* y, const Real* x, Real s, int n) {
  for (int i = 0; i < n; ++i) y[i] += x[i] * s;
}

}  // namespace corten
