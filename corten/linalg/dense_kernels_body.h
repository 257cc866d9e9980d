// The loops of dense_kernels.h, compiled once per instruction set in a namespace of its name. Rows of a
// factor are taken four at a time: the 4×4 triangle on the diagonal is done in registers, and one pass over
// the columns left of it serves all four. Besides saving loads and stores, no vector is read right after one
// of its elements was written alone, which would stall the processor.
#pragma once

#include <cmath>

#include "corten/linalg/dense_kernels.h"
#include "corten/linalg/rank_one_rotation.h"
#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace dense {

using Four = Pack<double, 4>;

// y += s x over n rounded up to fours
inline void add_scaled(double* y, const double* x, double s, int n) {
  const Four scale(s);
  for (int i = 0; i < n; i += 4) (Four::load(y + i) + scale * Four::load(x + i)).store(y + i);
}

// y −= s_3 x_3, then s_2 x_2, s_1 x_1, s_0 x_0, rows x_r `stride` apart, over n rounded up to fours
inline void subtract_four(double* y, const double* x, int stride, const double* s, int n) {
  const Four s0(s[0]), s1(s[1]), s2(s[2]), s3(s[3]);
  for (int i = 0; i < n; i += 4) {
    Four sum = Four::load(y + i) - s3 * Four::load(x + 3 * stride + i);
    sum = sum - s2 * Four::load(x + 2 * stride + i);
    sum = sum - s1 * Four::load(x + stride + i);
    (sum - s0 * Four::load(x + i)).store(y + i);
  }
}

inline double sum_of_lanes(Four v) { return (v.lane(0) + v.lane(2)) + (v.lane(1) + v.lane(3)); }

// Pivots k0 … k0 + 3, last first, each taken out of those before it; returns how many had to be raised.
inline int factor_diagonal_block(const DenseFactor& f, int k0, double mindiag) {
  int raised = 0;
  for (int k = (k0 + 4 < f.n ? k0 + 4 : f.n) - 1; k >= k0; --k) {
    double* row = f.rows + k * f.stride;
    double pivot = row[k];
    if (pivot < mindiag) {
      pivot = mindiag;
      ++raised;
    }
    f.diag[k] = std::sqrt(pivot);
    f.inverse[k] = 1 / f.diag[k];
    const Four inverse(f.inverse[k]);
    for (int j = 0; j < k; j += 4) (Four::load(row + j) * inverse).store(row + j);
    for (int i = k0; i < k; ++i) add_scaled(f.rows + i * f.stride, row, -row[i], i + 1);
  }
  return raised;
}

inline int factor(const DenseFactor& f, double mindiag) {
  int rank = f.n;
  for (int k0 = f.stride - 4; k0 >= 0; k0 -= 4) {
    rank -= factor_diagonal_block(f, k0, mindiag);
    const double* block = f.rows + k0 * f.stride;
    for (int i = 0; i < k0; ++i) {
      const double s[4] = {block[i], block[f.stride + i], block[2 * f.stride + i], block[3 * f.stride + i]};
      const bool apart = s[0] == 0 && s[1] == 0 && s[2] == 0 && s[3] == 0;  // another branch of the tree
      if (!apart) subtract_four(f.rows + i * f.stride, block, f.stride, s, i + 1);
    }
  }
  return rank;
}

inline void solve(const DenseFactor& f, double* x) {
  const int n = f.stride;
  for (int k0 = n - 4; k0 >= 0; k0 -= 4) {  // Lᵀ y = b
    const double* L = f.rows + k0 * n + k0;
    const double* inv = f.inverse + k0;
    double y[4];
    y[3] = x[k0 + 3] * inv[3];
    y[2] = (x[k0 + 2] - L[3 * n + 2] * y[3]) * inv[2];
    y[1] = (x[k0 + 1] - L[3 * n + 1] * y[3] - L[2 * n + 1] * y[2]) * inv[1];
    y[0] = (x[k0] - L[3 * n] * y[3] - L[2 * n] * y[2] - L[n] * y[1]) * inv[0];
    Four::load(y).store(x + k0);
    const bool none = y[0] == 0 && y[1] == 0 && y[2] == 0 && y[3] == 0;
    if (!none) subtract_four(x, f.rows + k0 * n, n, y, k0);
  }
  for (int k0 = 0; k0 < n; k0 += 4) {  // L x = y
    const double* row = f.rows + k0 * n;
    Four s0(0.0), s1(0.0), s2(0.0), s3(0.0);
    for (int j = 0; j < k0; j += 4) {
      const Four v = Four::load(x + j);
      s0 = s0 + Four::load(row + j) * v;
      s1 = s1 + Four::load(row + n + j) * v;
      s2 = s2 + Four::load(row + 2 * n + j) * v;
      s3 = s3 + Four::load(row + 3 * n + j) * v;
    }
    const double* L = row + k0;
    const double* inv = f.inverse + k0;
    double y[4];
    y[0] = (x[k0] - sum_of_lanes(s0)) * inv[0];
    y[1] = (x[k0 + 1] - sum_of_lanes(s1) - L[n] * y[0]) * inv[1];
    y[2] = (x[k0 + 2] - sum_of_lanes(s2) - L[2 * n] * y[0] - L[2 * n + 1] * y[1]) * inv[2];
    y[3] =
        (x[k0 + 3] - sum_of_lanes(s3) - L[3 * n] * y[0] - L[3 * n + 1] * y[1] - L[3 * n + 2] * y[2]) * inv[3];
    Four::load(y).store(x + k0);
  }
}

template <class State>
inline int rotate_in(const DenseFactor& f, double* x) {
  State state{f.n};
  for (int k0 = f.stride - 4; k0 >= 0; k0 -= 4) {
    double v[4] = {x[k0], x[k0 + 1], x[k0 + 2], x[k0 + 3]};
    if (v[0] == 0 && v[1] == 0 && v[2] == 0 && v[3] == 0) continue;
    double* rows = f.rows + k0 * f.stride;
    typename State::Step r[4];
    for (int p = 3; p >= 0; --p) {
      if (v[p] == 0) continue;
      r[p] = state.rotate(f.diag[k0 + p], f.inverse[k0 + p], v[p]);
      for (int q = 0; q < p; ++q) r[p].apply(rows[p * f.stride + k0 + q], v[q]);
    }
    for (int j = k0 - 4; j >= 0; j -= 4) {  // the next pivots first: they wait for it
      Four u = Four::load(x + j);
      for (int p = 3; p >= 0; --p) {
        Four l = Four::load(rows + p * f.stride + j);
        r[p].apply(l, u);
        l.store(rows + p * f.stride + j);
      }
      u.store(x + j);
    }
  }
  return state.rank;
}

inline int update(const DenseFactor& f, double* x, double sign) {
  return sign > 0 ? rotate_in<AddState>(f, x) : rotate_in<RemoveState>(f, x);
}

// R rows at a time
template <int R>
inline void add_some_products(double* mat, const double* x, const double* weight, int n) {
  const int stride = padded(n);
  for (int i = 0; i < n; ++i) {
    Four scale[R];
    for (int r = 0; r < R; ++r) scale[r] = Four(weight[r] * x[r * stride + i]);
    double* row = mat + i * stride;
    for (int j = 0; j <= i; j += 4) {
      Four sum = Four::load(row + j);
      for (int r = 0; r < R; ++r) sum = sum + scale[r] * Four::load(x + r * stride + j);
      sum.store(row + j);
    }
  }
}

inline void add_products(double* mat, const DenseRows& x, const double* weight) {
  const int stride = padded(x.ncol);
  int r = 0;
  for (; r + 4 <= x.nrow; r += 4) add_some_products<4>(mat, x.val + r * stride, weight + r, x.ncol);
  for (; r + 2 <= x.nrow; r += 2) add_some_products<2>(mat, x.val + r * stride, weight + r, x.ncol);
  if (r < x.nrow) add_some_products<1>(mat, x.val + r * stride, weight + r, x.ncol);
}

// the last up to three products are added to each other before the rest, as the oracle does
inline double tail_products(const double* a, const double* b, int count) {
  double sum = a[0] * b[0];
  for (int k = 1; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

inline void mul(const DenseRows& x, const double* v, double* y) {
  const int n = x.ncol, whole = n / 4 * 4;
  for (int r = 0; r < x.nrow; ++r) {
    const double* row = x.val + r * n;
    Four sum(0.0);
    for (int j = 0; j < whole; j += 4) sum = sum + Four::load(row + j) * Four::load(v + j);
    const double total = sum_of_lanes(sum);
    y[r] = whole < n ? total + tail_products(row + whole, v + whole, n - whole) : total;
  }
}

inline void mul_transpose(const DenseRows& x, const double* s, double* y) {
  const int n = x.ncol, whole = n / 4 * 4;
  for (int j = 0; j < whole; j += 4) {
    Four sum(0.0);
    for (int r = 0; r < x.nrow; ++r) sum = sum + Four(s[r]) * Four::load(x.val + r * n + j);
    sum.store(y + j);
  }
  for (int j = whole; j < n; ++j) {
    double sum = 0;
    for (int r = 0; r < x.nrow; ++r) sum += s[r] * x.val[r * n + j];
    y[j] = sum;
  }
}

inline DenseKernels table() { return {factor, solve, update, add_products, mul, mul_transpose}; }

}  // namespace dense
}  // namespace CORTEN_ISA
}  // namespace corten
