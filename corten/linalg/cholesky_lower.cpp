#include "corten/linalg/cholesky_lower.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"

namespace corten {

int lower_factor(std::span<Real> mat, int n, Real mindiag) {
  int rank = n;
  for (int j = 0; j < n; ++j) {
    Real* row = mat.data() + j * n;
    Real pivot = row[j] - dot(row, row, j);
    if (pivot < mindiag) {
      pivot = mindiag;
      --rank;
    }
    row[j] = std::sqrt(pivot);
    const Real inverse = 1 / row[j];
    for (int i = j + 1; i < n; ++i) {
      Real* below = mat.data() + i * n;
      below[j] = (below[j] - dot(below, row, j)) * inverse;
    }
  }
  return rank;
}

void lower_solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) {
  const int n = static_cast<int>(x.size());
  if (x.data() != b.data()) std::copy(b.begin(), b.end(), x.begin());
  Real* r = x.data();
  for (int i = 0; i < n; ++i)
    r[i] = (r[i] - dot(factor.data() + i * n, r, i)) / factor[static_cast<std::size_t>(i * (n + 1))];
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) r[i] -= factor[static_cast<std::size_t>(j * n + i)] * r[j];
    r[i] /= factor[static_cast<std::size_t>(i * (n + 1))];
  }
}

int lower_update(std::span<Real> factor, std::span<Real> x, Real sign) {
  const int n = static_cast<int>(x.size());
  int rank = n;
  for (int k = 0; k < n; ++k) {
    const Real xk = x[static_cast<std::size_t>(k)];
    if (xk == 0) continue;
    Real* column = factor.data() + k;
    const Real old = column[k * n];
    Real square = old * old + sign * xk * xk;
    if (square < kMinVal<Real>) {
      square = kMinVal<Real>;
      --rank;
    }
    const Real pivot = std::sqrt(square);
    const Real c = pivot / old;
    const Real inverse = 1 / c;
    const Real s = xk / old;
    column[k * n] = pivot;
    for (int i = k + 1; i < n; ++i) {
      Real& xi = x[static_cast<std::size_t>(i)];
      column[i * n] = (column[i * n] + sign * s * xi) * inverse;
      xi = c * xi - s * column[i * n];
    }
  }
  return rank;
}

}  // namespace corten
