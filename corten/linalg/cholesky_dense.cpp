#include "corten/linalg/cholesky_dense.h"

#include <algorithm>
#include <cassert>

namespace corten {

DenseCholesky::DenseCholesky(int n, Arena::Frame& frame) {
  f_.n = n;
  f_.stride = padded(n);
  f_.rows = frame.alloc<Real>(f_.stride * f_.stride).data();
  std::fill_n(row(n), (f_.stride - n) * f_.stride, Real(0));
  f_.diag = frame.alloc<Real>(n).data();
  f_.inverse = frame.zeros<Real>(f_.stride).data();
  work_ = frame.zeros<Real>(f_.stride);
}

void DenseCholesky::set_zero() { std::fill_n(f_.rows, f_.n * f_.stride, Real(0)); }

void DenseCholesky::solve(std::span<const Real> b, std::span<Real> x) const {
  assert(static_cast<int>(b.size()) == f_.n && x.size() == b.size());
  std::copy(b.begin(), b.end(), work_.begin());
  dense_kernels().solve(f_, work_.data());
  std::copy_n(work_.begin(), f_.n, x.begin());
}

int DenseCholesky::update(std::span<const Real> x, Real sign) {
  assert(static_cast<int>(x.size()) == f_.n);
  std::copy(x.begin(), x.end(), work_.begin());
  std::fill(work_.begin() + f_.n, work_.end(), Real(0));
  return dense_kernels().update(f_, work_.data(), sign);
}

}  // namespace corten
