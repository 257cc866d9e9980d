#include "corten/linalg/cholesky_dense.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "corten/linalg/vector_kernels.h"

namespace corten {
namespace {
constexpr Real kMinPivot = 1e-15;  // mjMINVAL
}

int cholesky_factor(std::span<Real> mat, int n, Real mindiag) {
  assert(static_cast<int>(mat.size()) >= n * n);
  int rank = n;
  for (int k = n - 1; k >= 0; --k) {
    Real* row = mat.data() + k * n;
    if (row[k] < mindiag) {
      row[k] = mindiag;
      --rank;
    }
    row[k] = std::sqrt(row[k]);
    const Real inv = 1 / row[k];
    for (int j = 0; j < k; ++j) row[j] *= inv;
    for (int i = 0; i < k; ++i)
      if (row[i] != 0) add_scaled(mat.data() + i * n, row, -row[i], i + 1);
  }
  return rank;
}

void cholesky_solve(std::span<const Real> factor, int n, std::span<const Real> b, std::span<Real> x) {
  if (x.data() != b.data()) std::copy_n(b.begin(), n, x.begin());
  for (int k = n - 1; k >= 0; --k) {  // Lᵀ y = b
    const Real* row = factor.data() + k * n;
    x[k] /= row[k];
    if (x[k] != 0) add_scaled(x.data(), row, -x[k], k);
  }
  for (int k = 0; k < n; ++k) {  // L x = y
    const Real* row = factor.data() + k * n;
    x[k] = (x[k] - dot(row, x.data(), k)) / row[k];
  }
}

int cholesky_update(std::span<Real> factor, int n, std::span<Real> x, Real sign) {
  int rank = n;
  for (int k = n - 1; k >= 0; --k) {
    if (x[k] == 0) continue;
    Real* row = factor.data() + k * n;
    Real squared = row[k] * row[k] + sign * (x[k] * x[k]);
    if (squared < kMinPivot) {
      squared = kMinPivot;
      --rank;
    }
    const Real pivot = std::sqrt(squared);
    const Real c = pivot / row[k], s = x[k] / row[k];
    const Real cinv = 1 / c, signed_s = sign * s;
    row[k] = pivot;
    for (int j = 0; j < k; ++j) {
      row[j] = (row[j] + signed_s * x[j]) * cinv;
      x[j] = c * x[j] - s * row[j];
    }
  }
  return rank;
}

}  // namespace corten
