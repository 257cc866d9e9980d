#include "corten/linalg/band.h"

#include <algorithm>
#include <cmath>

#include "corten/linalg/vector_kernels.h"
#include "corten/math/vec3.h"

namespace corten {
namespace {

// entry (i, j) with first(i) ≤ j ≤ i; works for any j by address
const Real* at(const BandShape& s, std::span<const Real> band, int i, int j) {
  return band.data() + s.diagonal(i) - (i - j);
}
Real* at(const BandShape& s, std::span<Real> band, int i, int j) {
  return band.data() + s.diagonal(i) - (i - j);
}

// Σ_k L(i,k) L(j,k) over the columns before `end` that both rows store
Real row_product(const BandShape& s, std::span<const Real> band, int i, int j, int end) {
  const int start = std::max(s.first(i), s.first(j));
  return end > start ? dot(at(s, band, i, start), at(s, band, j, start), end - start) : 0;
}

}  // namespace

void dense_to_band(const BandShape& s, std::span<const Real> dense, std::span<Real> band) {
  for (int i = 0; i < s.ntotal; ++i) {
    const int start = s.first(i);
    std::copy_n(dense.data() + i * s.ntotal + start, i - start + 1, at(s, band, i, start));
  }
}

void band_to_dense(const BandShape& s, std::span<const Real> band, bool symmetric, std::span<Real> dense) {
  std::fill(dense.begin(), dense.end(), Real(0));
  for (int i = 0; i < s.ntotal; ++i)
    for (int j = s.first(i); j <= i; ++j) {
      const Real value = *at(s, band, i, j);
      dense[static_cast<std::size_t>(i * s.ntotal + j)] = value;
      if (symmetric) dense[static_cast<std::size_t>(j * s.ntotal + i)] = value;
    }
}

void band_mul(const BandShape& s, std::span<const Real> band, std::span<const Real> vec, bool symmetric,
              std::span<Real> result) {
  for (int i = 0; i < s.ntotal; ++i) {
    const int start = s.first(i);
    result[static_cast<std::size_t>(i)] = dot(at(s, band, i, start), vec.data() + start, i - start + 1);
    if (symmetric)
      add_scaled(result.data() + start, at(s, band, i, start), vec[static_cast<std::size_t>(i)], i - start);
  }
}

Real band_factor(const BandShape& s, std::span<Real> band, Real diagadd, Real diagmul) {
  Real smallest = -1;
  for (int j = 0; j < s.ntotal; ++j) {
    Real& diagonal = *at(s, band, j, j);
    diagonal += diagadd + diagmul * diagonal;
    diagonal -= row_product(s, band, j, j, j);
    if (diagonal < kMinVal<Real>) return 0;
    smallest = smallest < 0 ? diagonal : std::min(smallest, diagonal);
    diagonal = std::sqrt(diagonal);
    for (int i = j + 1; i < s.ntotal; ++i) {
      if (j < s.first(i)) {
        i = std::max(i, s.nsparse() - 1);  // the rows of the band further down start even later
        continue;
      }
      Real& entry = *at(s, band, i, j);
      entry = (entry - row_product(s, band, i, j, j)) * (1 / diagonal);
    }
  }
  return smallest;
}

void band_solve(const BandShape& s, std::span<const Real> factor, std::span<const Real> b,
                std::span<Real> x) {
  if (x.data() != b.data()) std::copy(b.begin(), b.end(), x.begin());
  for (int i = 0; i < s.ntotal; ++i) {
    const int start = s.first(i);
    Real& xi = x[static_cast<std::size_t>(i)];
    xi = (xi - dot(at(s, factor, i, start), x.data() + start, i - start)) / *at(s, factor, i, i);
  }
  for (int i = s.ntotal - 1; i >= 0; --i) {
    const int start = s.first(i);
    Real& xi = x[static_cast<std::size_t>(i)];
    xi /= *at(s, factor, i, i);
    add_scaled(x.data() + start, at(s, factor, i, start), -xi, i - start);
  }
}

}  // namespace corten
