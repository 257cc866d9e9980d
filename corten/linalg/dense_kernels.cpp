// The loops of dense_kernels.h. The oracle's factor takes each entry as (a_ij − L_i · L_j)/L_jj with the
// products in four interleaved sums; here four rows i share a register, so the four sums are four registers
// and nothing is summed across lanes.
#include "corten/linalg/dense_kernels.h"

#include <cmath>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

double sum_of_lanes(Four v) { return (v.lane(0) + v.lane(2)) + (v.lane(1) + v.lane(3)); }

// Rows i0 … i0 + 4 C − 1 of Σ_{k<j} L_ik L_jk: whole fours of k in four sums, joined, then the rest, which is
// added up first.
template <int C>
void products_before(const DenseColumns& a, int j, int i0, Four (&sum)[C]) {
  Four part[4][C];
  for (auto& p : part)
    for (Four& s : p) s = Four(0.0);
  const double* column = a.val;
  int k = 0;
  for (; k + 4 <= j; k += 4)
    for (auto& p : part) {
      const Four factor(column[j]);
      for (int c = 0; c < C; ++c) p[c] = p[c] + Four::load(column + i0 + 4 * c) * factor;
      column += a.stride;
    }
  for (int c = 0; c < C; ++c) sum[c] = (part[0][c] + part[2][c]) + (part[1][c] + part[3][c]);
  if (k == j) return;
  Four rest[C];
  for (int c = 0; c < C; ++c) rest[c] = Four::load(column + i0 + 4 * c) * Four(column[j]);
  for (++k; k < j; ++k) {
    column += a.stride;
    const Four factor(column[j]);
    for (int c = 0; c < C; ++c) rest[c] = rest[c] + Four::load(column + i0 + 4 * c) * factor;
  }
  for (int c = 0; c < C; ++c) sum[c] = sum[c] + rest[c];
}

// Column j from row i0 on in C fours; the first of them gives the pivot when i0 ≤ j.
template <int C>
void factor_rows(const DenseColumns& a, int j, int i0, double mindiag, double& inverse, int& raised) {
  Four sum[C];
  products_before(a, j, i0, sum);
  double* column = a.val + j * a.stride;
  for (int c = 0; c < C; ++c) sum[c] = Four::load(column + i0 + 4 * c) - sum[c];
  if (i0 <= j) {
    double first[4];
    sum[0].store(first);
    double pivot = first[j - i0];
    if (pivot < mindiag) {
      pivot = mindiag;
      ++raised;
    }
    const double root = std::sqrt(pivot);
    inverse = 1 / root;
    for (int c = 0; c < C; ++c) (sum[c] * Four(inverse)).store(column + i0 + 4 * c);
    column[j] = root;
    return;
  }
  for (int c = 0; c < C; ++c) (sum[c] * Four(inverse)).store(column + i0 + 4 * c);
}

int factor(const DenseColumns& a, double mindiag) {
  int raised = 0;
  for (int j = 0; j < a.n; ++j) {
    double inverse = 0;
    int i = j / 4 * 4;
    for (; i + 12 <= a.stride; i += 12) factor_rows<3>(a, j, i, mindiag, inverse, raised);
    if (i + 8 == a.stride) factor_rows<2>(a, j, i, mindiag, inverse, raised);
    if (i + 4 == a.stride) factor_rows<1>(a, j, i, mindiag, inverse, raised);
  }
  return raised;
}

// L y = b: rows by fours; what the rows before give is summed for all four at once
void solve_lower(const DenseColumns& L, double* x) {
  const int n = L.stride;
  for (int i0 = 0; i0 < L.n; i0 += 4) {
    Four part[4] = {Four(0.0), Four(0.0), Four(0.0), Four(0.0)};
    for (int k = 0; k < i0; k += 4)
      for (int q = 0; q < 4; ++q) part[q] = part[q] + Four::load(L.val + (k + q) * n + i0) * Four(x[k + q]);
    double sum[4];
    ((part[0] + part[2]) + (part[1] + part[3])).store(sum);
    const double* l = L.val + i0 * n + i0;  // the block on the diagonal, by columns
    double y[4] = {(x[i0] - sum[0]) / l[0], 0, 0, 0};
    if (i0 + 1 < L.n) y[1] = (x[i0 + 1] - (sum[1] + l[1] * y[0])) / l[n + 1];
    if (i0 + 2 < L.n) y[2] = (x[i0 + 2] - (sum[2] + (l[2] * y[0] + l[n + 2] * y[1]))) / l[2 * n + 2];
    if (i0 + 3 < L.n)
      y[3] = (x[i0 + 3] - (sum[3] + (l[3] * y[0] + l[n + 3] * y[1] + l[2 * n + 3] * y[2]))) / l[3 * n + 3];
    Four::load(y).store(x + i0);
  }
}

// Lᵀ x = y: each number waits for the one after it, one difference at a time
void solve_transposed(const DenseColumns& L, double* x) {
  for (int i = L.n - 1; i >= 0; --i) {
    const double* column = L.val + i * L.stride;
    double r = x[i];
    for (int j = i + 1; j < L.n; ++j) r -= column[j] * x[j];
    x[i] = r / column[i];
  }
}

void solve(const DenseColumns& L, double* x) {
  solve_lower(L, x);
  solve_transposed(L, x);
}

// Takes v into a pivot: l ← (l + sign s x)/c, x ← c x − s l with the new l, for the entries below it.
struct Rotation {
  double c = 1, inverse = 1, s = 0, signed_s = 0;

  // 1 if the pivot had to be raised
  int turn(double& pivot, double v, double sign) {
    constexpr double kMinPivot = 1e-15;  // of squared pivots; mjMINVAL
    const double old = pivot;
    double square = old * old + sign * v * v;
    const int raised = square < kMinPivot;
    if (raised) square = kMinPivot;
    pivot = std::sqrt(square);
    c = pivot / old;
    inverse = 1 / c;
    s = v / old;
    signed_s = sign * s;
    return raised;
  }
};

// All vectors at once, pivot by pivot: each sees the factor as the one before has left it.
template <int U>
int rotate_in(const DenseColumns& L, double* x, const double* sign) {
  int raised = 0;
  for (int k = 0; k < L.n; ++k) {
    double* column = L.val + k * L.stride;
    double pivot = column[k];
    Rotation r[U];
    bool any = false;
    for (int u = 0; u < U; ++u) {
      const double v = x[u * L.stride + k];
      if (v == 0) continue;
      any = true;
      raised += r[u].turn(pivot, v, sign[u]);
    }
    if (!any) continue;
    for (int i = (k + 1) / 4 * 4; i < L.n; i += 4) {
      Four l = Four::load(column + i);
      for (int u = 0; u < U; ++u) {
        double* xi = x + u * L.stride + i;
        const Four v = Four::load(xi);
        l = (l + Four(r[u].signed_s) * v) * Four(r[u].inverse);
        (Four(r[u].c) * v - Four(r[u].s) * l).store(xi);
      }
      l.store(column + i);
    }
    column[k] = pivot;
  }
  return raised;
}

int update(const DenseColumns& L, double* x, const double* sign, int count) {
  switch (count) {
    case 1:
      return rotate_in<1>(L, x, sign);
    case 2:
      return rotate_in<2>(L, x, sign);
    case 3:
      return rotate_in<3>(L, x, sign);
    default:
      return rotate_in<4>(L, x, sign);
  }
}

// 4 × 4 entries, columns j0 …, rows i0 …: x_j (x_i weight), row after row
void add_tile(const DenseColumns& a, const WeightedRows& x, int j0, int i0) {
  double* to = a.val + j0 * a.stride + i0;
  Four sum[4];
  for (int q = 0; q < 4; ++q) sum[q] = Four::load(to + q * a.stride);
  for (int r = 0; r < x.count; ++r) {
    const double* row = x.row[r];
    const Four weighted = Four::load(row + i0) * Four(x.weight[r]);
    for (int q = 0; q < 4; ++q) sum[q] = sum[q] + Four(row[j0 + q]) * weighted;
  }
  for (int q = 0; q < 4; ++q) sum[q].store(to + q * a.stride);
}

void add_products(const DenseColumns& a, const TiledRows& where, const WeightedRows& x) {
  for (int j = 0; j < where.ntile; ++j)
    for (int i = j; i < where.ntile; ++i) add_tile(a, x, where.tile[j], where.tile[i]);
}

void tile(const DenseRows& x, double* padded_rows, std::uint64_t* mask) {
  const int whole = x.ncol / 4 * 4, stride = (x.ncol + 3) / 4 * 4;
  for (int r = 0; r < x.nrow; ++r) {
    const double* from = x.val + r * x.ncol;
    double* to = padded_rows + r * stride;
    std::uint64_t bits = 0, bit = 1;
    const auto put = [&](int j, Four v) {
      v.store(to + j);
      bits |= any(v != Four(0.0)) ? bit : 0;
      bit = bit << 1 | bit >> 63;
    };
    for (int j = 0; j < whole; j += 4) put(j, Four::load(from + j));
    if (whole < x.ncol) {
      double rest[4] = {0, 0, 0, 0};
      for (int k = 0; whole + k < x.ncol; ++k) rest[k] = from[whole + k];
      put(whole, Four::load(rest));
    }
    mask[r] = bits;
  }
}

// the last up to three products are added to each other before the rest, as the oracle does
double tail_products(const double* a, const double* b, int count) {
  double sum = a[0] * b[0];
  for (int k = 1; k < count; ++k) sum += a[k] * b[k];
  return sum;
}

// R rows from `row` on, `n` numbers each
template <int R>
void mul_rows(const double* row, int n, const double* v, double* y) {
  const int whole = n / 4 * 4;
  Four sum[R];
  for (Four& s : sum) s = Four(0.0);
  for (int j = 0; j < whole; j += 4) {
    const Four part = Four::load(v + j);
    for (int r = 0; r < R; ++r) sum[r] = sum[r] + Four::load(row + r * n + j) * part;
  }
  for (int r = 0; r < R; ++r) {
    y[r] = sum_of_lanes(sum[r]);
    if (whole < n) y[r] += tail_products(row + r * n + whole, v + whole, n - whole);
  }
}

void mul(const DenseRows& x, const double* v, double* y) {
  int r = 0;
  for (; r + 4 <= x.nrow; r += 4) mul_rows<4>(x.val + r * x.ncol, x.ncol, v, y + r);
  for (; r < x.nrow; ++r) mul_rows<1>(x.val + r * x.ncol, x.ncol, v, y + r);
}

// R rows from `row` on
template <int R>
void mul_some(const TiledRows& x, const double* row, const double* v, double* y) {
  const int whole = x.ncol / 4 * 4;
  const int* last = x.tile + x.ntile;
  const bool rest = x.ntile > 0 && last[-1] == whole && whole < x.ncol;
  Four sum[R];
  for (Four& s : sum) s = Four(0.0);
  for (const int* tile = x.tile; tile < last - rest; ++tile) {
    const Four part = Four::load(v + *tile);
    for (int r = 0; r < R; ++r) sum[r] = sum[r] + Four::load(row + r * x.stride + *tile) * part;
  }
  for (int r = 0; r < R; ++r) {
    y[r] = sum_of_lanes(sum[r]);
    if (rest) y[r] += tail_products(row + r * x.stride + whole, v + whole, x.ncol - whole);
  }
}

void mul_tiles(const TiledRows& x, const double* v, double* y) {
  int r = 0;
  for (; r + 4 <= x.nrow; r += 4) mul_some<4>(x, x.val + r * x.stride, v, y + r);
  for (; r < x.nrow; ++r) mul_some<1>(x, x.val + r * x.stride, v, y + r);
}

template <int T>
void add_transposed_tiles(const TiledRows& x, const int* tile, const double* s, double* y) {
  Four sum[T];
  for (int t = 0; t < T; ++t) sum[t] = Four::load(y + tile[t]);
  const double* row = x.val;
  for (int r = 0; r < x.nrow; ++r, row += x.stride)
    for (int t = 0; t < T; ++t) sum[t] = sum[t] + Four(s[r]) * Four::load(row + tile[t]);
  for (int t = 0; t < T; ++t) sum[t].store(y + tile[t]);
}

void add_transposed(const TiledRows& x, const double* s, double* y) {
  int t = 0;
  for (; t + 4 <= x.ntile; t += 4) add_transposed_tiles<4>(x, x.tile + t, s, y);
  for (; t < x.ntile; ++t) add_transposed_tiles<1>(x, x.tile + t, s, y);
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
DenseKernels kernel_table<DenseKernels, Isa::CORTEN_ISA>() {
  return {factor, solve, update, add_products, tile, mul, mul_tiles, add_transposed};
}

}  // namespace corten
