// Symmetric matrices with a band and a dense corner, in MuJoCo's packed form: the first ntotal − ndense rows
// hold nband numbers each that end at the diagonal, the last ndense rows are whole. Only the lower triangle
// counts.
#pragma once

#include <cstddef>
#include <span>

#include "corten/base/config.h"

namespace corten {

struct BandShape {
  int ntotal = 0;
  int nband = 0;
  int ndense = 0;

  int nsparse() const { return ntotal - ndense; }
  std::size_t size() const {
    using Size = std::size_t;
    return Size(nsparse()) * Size(nband) + Size(ndense) * Size(ntotal);
  }
  // address of the diagonal of row i
  int diagonal(int i) const {
    return i < nsparse() ? i * nband + nband - 1 : nsparse() * nband + (i - nsparse()) * ntotal + i;
  }
  // first column of row i that is stored
  int first(int i) const { return i < nsparse() && i >= nband ? i - nband + 1 : 0; }
};

// dense is ntotal × ntotal, row-major
void dense_to_band(const BandShape& shape, std::span<const Real> dense, std::span<Real> band);
// with the upper triangle too if symmetric, else zero there
void band_to_dense(const BandShape& shape, std::span<const Real> band, bool symmetric, std::span<Real> dense);
// result = band · vec; the upper triangle counts if symmetric
void band_mul(const BandShape& shape, std::span<const Real> band, std::span<const Real> vec, bool symmetric,
              std::span<Real> result);

// In place L Lᵀ after the diagonal was replaced by diagadd + (1 + diagmul)·diagonal. Returns the smallest
// pivot; 0 if one was not positive, and the factor is then useless.
Real band_factor(const BandShape& shape, std::span<Real> band, Real diagadd, Real diagmul);
// x = (L Lᵀ)⁻¹ b; x and b may be the same
void band_solve(const BandShape& shape, std::span<const Real> factor, std::span<const Real> b,
                std::span<Real> x);

}  // namespace corten
