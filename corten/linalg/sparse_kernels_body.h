// The loops of sparse_kernels.h, compiled once per instruction set in a namespace of its name.
#pragma once

#include <cmath>

#include "corten/linalg/sparse_kernels.h"
#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace sparse {

using Four = Pack<double, 4>;

// One number or four, so that a loop by fours and its rest are one text.
inline double load(const double* p, double) { return *p; }
inline Four load(const double* p, Four) { return Four::load(p); }
inline void store(double* p, double x) { *p = x; }
inline void store(double* p, Four x) { x.store(p); }

// calls fn(i, a zero of the type) for the numbers 0 … n − 1, by fours as far as they go
template <class Fn>
inline void by_fours(int n, Fn fn) {
  int i = 0;
  for (; i + 4 <= n; i += 4) fn(i, Four(0.0));
  for (; i < n; ++i) fn(i, 0.0);
}

// where column `col` of a row lies
inline int entry(const SparseLower& f, int row, int col) {
  const ColumnRun* run = f.run + f.runadr[row];
  while (col >= run->col + run->count) ++run;
  return f.rowadr[row] + run->from + col - run->col;
}

// y −= Σ_p s_p row_p over the runs of the rows' columns up to `count` numbers; y by columns
template <int P>
inline void subtract_rows(const ColumnRun* run, int count, const double* const (&row)[P],
                          const double (&s)[P], double* y) {
  for (; count > 0; ++run) {
    const int n = run->count < count ? run->count : count;
    by_fours(n, [&](int i, auto zero) {
      using T = decltype(zero);
      T sum = load(y + run->col + i, zero);
      for (int p = 0; p < P; ++p) sum = sum - T(s[p]) * load(row[p] + run->from + i, zero);
      store(y + run->col + i, sum);
    });
    count -= n;
  }
}

// P neighbouring rows below `target` out of it
template <int P>
inline void take_out(const SparseLower& f, const double* val, int row, int target, double* y) {
  const int at = entry(f, row, target) - f.rowadr[row];
  const double* rows[P];
  double s[P];
  for (int p = 0; p < P; ++p) {
    rows[p] = val + f.rowadr[row + p];
    s[p] = rows[p][at];
  }
  subtract_rows<P>(f.run + f.runadr[row], at + 1, rows, s, y);
}

inline void take_out_below(const SparseLower& f, const double* val, const RowsBelow& below, int target,
                           double* y) {
  int p = 0;
  for (; p + 4 <= below.count; p += 4) take_out<4>(f, val, below.row + p, target, y);
  for (; p + 2 <= below.count; p += 2) take_out<2>(f, val, below.row + p, target, y);
  if (p < below.count) take_out<1>(f, val, below.row + p, target, y);
}

inline int factor(const SparseLower& f, double* val, double mindiag) {
  int raised = 0;
  for (int k = 0; k < f.n; ++k) {
    const int row = f.n - 1 - k;
    double* own = val + f.rowadr[row];
    const ColumnRun* run = f.run + f.runadr[row];
    const ColumnRun* last = f.run + f.runadr[row + 1];
    // a row of one run is its own workspace
    double* y = last - run == 1 ? own - run->col : f.work;
    if (y == f.work)
      for (const ColumnRun* r = run; r < last; ++r)
        for (int i = 0; i < r->count; ++i) y[r->col + i] = own[r->from + i];
    for (int b = f.belowadr[k]; b < f.belowadr[k + 1]; ++b) take_out_below(f, val, f.below[b], row, y);
    double pivot = y[row];
    if (pivot < mindiag) {
      pivot = mindiag;
      ++raised;
    }
    const double root = std::sqrt(pivot), inverse = 1 / root;
    for (const ColumnRun* r = run; r < last; ++r)
      by_fours(r->count, [&](int i, auto zero) {
        store(own + r->from + i, load(y + r->col + i, zero) * decltype(zero)(inverse));
      });
    own[f.rowadr[row + 1] - f.rowadr[row] - 1] = root;
  }
  return raised;
}

inline double sum_of_lanes(Four v) { return (v.lane(0) + v.lane(2)) + (v.lane(1) + v.lane(3)); }

// x at the columns of these runs, side by side; x itself where they are one run
inline const double* gathered(const ColumnRun* run, int nrun, const double* x, double* scratch) {
  if (nrun == 1) return x + run->col;
  for (int r = 0; r < nrun; ++r)
    for (int i = 0; i < run[r].count; ++i) scratch[run[r].from + i] = x[run[r].col + i];
  return scratch;
}

// R rows `stride` apart times x: four interleaved sums, joined, then the rest one by one
template <int R>
inline void dots(const double* row, int stride, const double* x, int n, double* y) {
  Four lanes[R];
  for (Four& l : lanes) l = Four(0.0);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Four part = Four::load(x + i);
    for (int r = 0; r < R; ++r) lanes[r] = lanes[r] + Four::load(row + r * stride + i) * part;
  }
  for (int r = 0; r < R; ++r) {
    double sum = sum_of_lanes(lanes[r]);
    for (int k = i; k < n; ++k) sum += row[r * stride + k] * x[k];
    y[r] = sum;
  }
}

inline void solve(const SparseLower& f, const double* val, double* x) {
  for (int row = f.n - 1; row >= 0; --row) {  // Lᵀ y = b
    if (x[row] == 0) continue;
    const int count = f.rowadr[row + 1] - f.rowadr[row] - 1;
    const double* const rows[1] = {val + f.rowadr[row]};
    const double s[1] = {x[row] /= rows[0][count]};
    subtract_rows<1>(f.run + f.runadr[row], count, rows, s, x);
  }
  for (int row = 0; row < f.n; ++row) {  // L x = y
    const int count = f.rowadr[row + 1] - f.rowadr[row] - 1, nrun = f.runadr[row + 1] - f.runadr[row];
    const double* own = val + f.rowadr[row];
    if (count > 0) {
      double sum;
      dots<1>(own, 0, gathered(f.run + f.runadr[row], nrun, x, f.work), count, &sum);
      x[row] -= sum;
    }
    x[row] /= own[count];
  }
}

// Takes v into a pivot: l ← c l + sign s x, x ← c x − s l with the old l, for the entries before it.
struct Rotation {
  double c = 1, s = 0, signed_s = 0;

  // 1 if the pivot had to be raised
  int turn(double& pivot, double v, double sign) {
    constexpr double kMinPivot = 1e-15;  // of squared pivots; mjMINVAL
    const double old = pivot;
    double square = old * old + sign * (v * v);
    const int raised = square < kMinPivot;
    if (raised) square = kMinPivot;
    pivot = std::sqrt(square);
    c = old / pivot;
    s = v / pivot;
    signed_s = sign * s;
    return raised;
  }
};

// All vectors at once, row by row: each sees the factor as the one before has left it.
template <int U>
inline int rotate_in(const SparseLower& f, double* val, double* x, const double* sign) {
  int raised = 0;
  for (int row = f.n - 1; row >= 0; --row) {
    double* own = val + f.rowadr[row];
    const int count = f.rowadr[row + 1] - f.rowadr[row] - 1;
    double pivot = own[count];
    Rotation r[U];
    bool any = false;
    for (int u = 0; u < U; ++u) {
      const double v = x[u * f.n + row];
      if (v == 0) continue;
      any = true;
      raised += r[u].turn(pivot, v, sign[u]);
    }
    if (!any) continue;
    const ColumnRun* last = f.run + f.runadr[row + 1];
    for (const ColumnRun* run = f.run + f.runadr[row]; run < last; ++run)
      by_fours(run->from + run->count > count ? count - run->from : run->count, [&](int i, auto zero) {
        using T = decltype(zero);
        T l = load(own + run->from + i, zero);
        for (int u = 0; u < U; ++u) {
          double* other = x + u * f.n + run->col + i;
          const T v = load(other, zero), before = l;
          l = T(r[u].c) * before + T(r[u].signed_s) * v;
          store(other, T(r[u].c) * v - T(r[u].s) * before);
        }
        store(own + run->from + i, l);
      });
    own[count] = pivot;
  }
  return raised;
}

inline int update(const SparseLower& f, double* val, double* x, const double* sign, int count) {
  switch (count) {
    case 1:
      return rotate_in<1>(f, val, x, sign);
    case 2:
      return rotate_in<2>(f, val, x, sign);
    case 3:
      return rotate_in<3>(f, val, x, sign);
    default:
      return rotate_in<4>(f, val, x, sign);
  }
}

// Row of the triangle for column number i of the block: x_i (weight x_j) for j < i, (x_i x_i) weight on the
// diagonal, R rows of the block one after the other; `weighted` holds their weight · x, ncol numbers each.
template <int R>
inline void add_product_row(const SparseLower& f, double* val, const BlockRows& where, int row, int i,
                            const double* const* x, const double* weight, const double* weighted) {
  for (const ColumnRun* run = where.run; run < where.run + where.nrun && run->from < i; ++run) {
    double* to = val + entry(f, row, run->col);
    by_fours(i - run->from < run->count ? i - run->from : run->count, [&](int k, auto zero) {
      using T = decltype(zero);
      T sum = load(to + k, zero);
      for (int r = 0; r < R; ++r)
        sum = sum + T(x[r][i]) * load(weighted + r * where.ncol + run->from + k, zero);
      store(to + k, sum);
    });
  }
  double& diagonal = val[f.rowadr[row + 1] - 1];
  for (int r = 0; r < R; ++r) diagonal += x[r][i] * x[r][i] * weight[r];
}

template <int R>
inline void add_some_products(const SparseLower& f, double* val, const BlockRows& where,
                              const double* const* x, const double* weight, double* weighted) {
  for (int r = 0; r < R; ++r)
    by_fours(where.ncol, [&](int k, auto zero) {
      store(weighted + r * where.ncol + k, decltype(zero)(weight[r]) * load(x[r] + k, zero));
    });
  for (const ColumnRun* run = where.run; run < where.run + where.nrun; ++run)
    for (int k = 0; k < run->count; ++k)
      add_product_row<R>(f, val, where, run->col + k, run->from + k, x, weight, weighted);
}

inline void add_products(const SparseLower& f, double* val, const BlockRows& where,
                         const WeightedBlockRows& x, double* scratch) {
  int r = 0;
  for (; r + 4 <= x.count; r += 4) add_some_products<4>(f, val, where, x.row + r, x.weight + r, scratch);
  for (; r + 2 <= x.count; r += 2) add_some_products<2>(f, val, where, x.row + r, x.weight + r, scratch);
  if (r < x.count) add_some_products<1>(f, val, where, x.row + r, x.weight + r, scratch);
}

inline void mul(const BlockRows& x, const double* v, double* scratch, double* y) {
  if (x.ncol == 0) {
    for (int r = 0; r < x.nrow; ++r) y[r] = 0;
    return;
  }
  const double* part = gathered(x.run, x.nrun, v, scratch);
  int r = 0;
  for (; r + 4 <= x.nrow; r += 4) dots<4>(x.val + r * x.ncol, x.ncol, part, x.ncol, y + r);
  for (; r < x.nrow; ++r) dots<1>(x.val + r * x.ncol, 0, part, x.ncol, y + r);
}

// One or four columns: all but the last up to three rows go to four sums in turn, which are joined; the rest
// follows one by one.
template <class T>
inline T column_sum(const ColumnPart* part, int nrow, int column, const double* s) {
  T s0(0.0), s1(0.0), s2(0.0), s3(0.0);
  int in_turn = nrow / 4 * 4, rest = nrow % 4, r = 0;
  const auto product = [&](int row) {
    return load(part->val + row * part->ncol + column, T(0.0)) * T(s[part->row + row]);
  };
  while (in_turn > 0) {
    for (; in_turn >= 4 && r + 4 <= part->nrow; r += 4, in_turn -= 4) {
      s0 = s0 + product(r);
      s1 = s1 + product(r + 1);
      s2 = s2 + product(r + 2);
      s3 = s3 + product(r + 3);
    }
    for (; in_turn > 0 && r < part->nrow; ++r, --in_turn) {  // the sums change places
      const T next = s0 + product(r);
      s0 = s1, s1 = s2, s2 = s3, s3 = next;
    }
    if (r < part->nrow) break;
    ++part, r = 0;
  }
  T sum = (s0 + s2) + (s1 + s3);
  for (; rest > 0; ++part, r = 0)
    for (; rest > 0 && r < part->nrow; ++r, --rest) sum = sum + product(r);
  return sum;
}

inline void mul_columns(const ColumnPart* part, int nrow, int count, const double* s, double* y) {
  by_fours(count, [&](int column, auto zero) {
    store(y + column, column_sum<decltype(zero)>(part, nrow, column, s));
  });
}

inline SparseKernels table() { return {factor, solve, update, add_products, mul, mul_columns}; }

}  // namespace sparse
}  // namespace CORTEN_ISA
}  // namespace corten
