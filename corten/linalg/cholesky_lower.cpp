#include "corten/linalg/cholesky_lower.h"

#include <algorithm>

#include "corten/linalg/cholesky_lower_core.h"

namespace corten {

int lower_factor(std::span<Real> mat, int n, Real mindiag) {
  int rank = n;
  lower_factor_core(mat.data(), n, mindiag, [&](bool low) { rank -= low; });
  return rank;
}

void lower_solve(std::span<const Real> factor, std::span<const Real> b, std::span<Real> x) {
  if (x.data() != b.data()) std::copy(b.begin(), b.end(), x.begin());
  lower_solve_core(factor.data(), static_cast<int>(x.size()), x.data());
}

int lower_update(std::span<Real> factor, std::span<Real> x, Real sign) {
  const int n = static_cast<int>(x.size());
  int rank = n;
  lower_update_core(factor.data(), n, x.data(), sign, [&](bool low) { rank -= low; });
  return rank;
}

}  // namespace corten
