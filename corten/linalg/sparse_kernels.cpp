// The loops of sparse_kernels.h.
#include "corten/linalg/sparse_kernels.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

int padded(int n) { return (n + 3) / 4 * 4; }

template <class Number>
Number* diagonals(const SparseLower& f, Number* val) {
  return val + 4 * f.tileadr[f.n];
}

// keeps what is left of a diagonal in the last four of its row
Four left_of_diagonal(Four v, int row) {
  static const double kKeep[4][4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}};
  return select(Four::load(kKeep[row % 4]) != Four(0.0), v, Four(0.0));
}

// y −= s_0 row_0, then s_1 row_1, …, rows of the same fours of columns; y by columns
template <int P>
void subtract_rows(const int* tile, int ntile, const double* const (&row)[P], const double (&s)[P],
                   double* y) {
  for (int t = 0; t < ntile; ++t) {
    Four sum = Four::load(y + tile[t]);
    for (int p = 0; p < P; ++p) sum = sum - Four(s[p]) * Four::load(row[p] + 4 * t);
    sum.store(y + tile[t]);
  }
}

// P rows from `row` on, alike as far as `target`, out of that row and its pivot
template <int P>
void take_out(const SparseLower& f, const double* val, int row, int target, double* y, double& pivot) {
  const int* tile = f.tile + f.tileadr[row];
  const int four = target / 4 * 4;
  int last = f.at[row];
  while (tile[last] > four) --last;
  f.at[row] = last;
  const double* rows[P];
  double s[P];
  for (int p = 0; p < P; ++p) {
    rows[p] = val + 4 * f.tileadr[row + p];
    s[p] = rows[p][4 * last + target - four];
    pivot -= s[p] * s[p];
  }
  const int end = f.tileadr[target + 1];  // the diagonal's four, if the row has columns in it
  const bool shares = end > f.tileadr[target] && f.tile[end - 1] == four;
  subtract_rows<P>(tile, last + shares, rows, s, y);
}

constexpr int kAlike = 6;  // the dofs of a free body

// fn with the number as a constant
template <class Fn>
auto with_count(int count, Fn&& fn) {
  switch (count) {
    case 6:
      return fn(std::integral_constant<int, 6>{});
    case 5:
      return fn(std::integral_constant<int, 5>{});
    case 4:
      return fn(std::integral_constant<int, 4>{});
    case 3:
      return fn(std::integral_constant<int, 3>{});
    case 2:
      return fn(std::integral_constant<int, 2>{});
    default:
      return fn(std::integral_constant<int, 1>{});
  }
}

// Takes out all rows below `target`, neighbours that are alike together.
double take_out_below(const SparseLower& f, const double* val, int target, double* y, double pivot) {
  const int* below = f.below[target];
  const int* end = below + f.nbelow[target];
  while (below < end) {
    const int row = *below;
    int alike = 1;
    while (alike < kAlike && below + alike < end && below[alike] == row + alike && f.extends[row + alike])
      ++alike;
    with_count(alike, [&](auto P) { take_out<P>(f, val, row, target, y, pivot); });
    below += alike;
  }
  return pivot;
}

int factor(const SparseLower& f, double* val, double mindiag) {
  int raised = 0;
  double* diagonal = diagonals(f, val);
  for (int row = f.n - 1; row >= 0; --row) {
    const int* tile = f.tile + f.tileadr[row];
    const int ntile = f.tileadr[row + 1] - f.tileadr[row];
    double* own = val + 4 * f.tileadr[row];
    f.at[row] = ntile - 1;
    // a row without gaps is its own workspace
    const bool gaps = ntile > 0 && tile[ntile - 1] - tile[0] != 4 * (ntile - 1);
    double* y = gaps || ntile == 0 ? f.work : own - tile[0];
    if (gaps)
      for (int t = 0; t < ntile; ++t) Four::load(own + 4 * t).store(y + tile[t]);
    double pivot = take_out_below(f, val, row, y, diagonal[row]);
    if (pivot < mindiag) {
      pivot = mindiag;
      ++raised;
    }
    diagonal[row] = std::sqrt(pivot);
    const Four inverse(1 / diagonal[row]);
    for (int t = 0; t < ntile; ++t) (Four::load(y + tile[t]) * inverse).store(own + 4 * t);
    if (ntile > 0 && tile[ntile - 1] + 4 > row) {
      double* end = own + 4 * (ntile - 1);
      left_of_diagonal(Four::load(end), row).store(end);
    }
  }
  return raised;
}

// P rows from `top` on, each with the columns of the row above and that row itself, no other: before the
// columns of `top` end their fours lie alike.
template <int P>
struct AlikeRows {
  const SparseLower& f;
  int top;
  const double* row[P];  // first number of each
  const double* end[P];  // where the column of its diagonal would be; not of the first, which may have none

  AlikeRows(const SparseLower& factor, const double* val, int first) : f(factor), top(first) {
    for (int p = 0; p < P; ++p) row[p] = val + 4 * f.tileadr[top + p];
    end[0] = nullptr;
    for (int p = 1; p < P; ++p) end[p] = val + 4 * f.tileadr[top + p + 1] - 3 + (top + p - 1) % 4;
  }
  // entry of row p in the column of row q, q < p
  double own(int p, int q) const { return end[p][q - p]; }
};

// Lᵀ y = b for these rows, the last first; false, with nothing done, if a number is 0: its row takes no part.
template <int P>
bool solve_transposed(const AlikeRows<P>& rows, const double* diagonal, double* x, double* y) {
  double s[P], sorted[P];
  const double* last_first[P];
  for (int p = P - 1; p >= 0; --p) {
    double v = x[rows.top + p];
    for (int q = P - 1; q > p; --q) v -= s[q] * rows.own(q, p);
    if (v == 0) return false;
    s[p] = v / diagonal[rows.top + p];
    sorted[P - 1 - p] = s[p];
    last_first[P - 1 - p] = rows.row[p];
  }
  for (int p = 0; p < P; ++p) y[rows.top + p] = s[p];
  const int first = rows.f.tileadr[rows.top];
  subtract_rows<P>(rows.f.tile + first, rows.f.tileadr[rows.top + 1] - first, last_first, sorted, x);
  return true;
}

// The columns of a row, one after the other, as places among the numbers of the row.
class ColumnWalk {
 public:
  ColumnWalk(const SparseLower& f, int row) : run_(f.run + f.runadr[row]), tile_(f.tile + f.tileadr[row]) {}

  struct Place {
    int at;  // among the numbers of a row
    int col;
  };
  // four neighbours, or not
  bool four_follow() const { return run_->count - taken_ >= 4; }
  Place next(int count = 1) {
    const int col = run_->col + taken_;
    while (*tile_ + 4 <= col) ++tile_, at_ += 4;
    const Place place{at_ + col - *tile_, col};
    if ((taken_ += count) == run_->count) ++run_, taken_ = 0;
    return place;
  }

 private:
  const ColumnRun* run_;
  const int* tile_;
  int taken_ = 0;  // of the run
  int at_ = 0;     // place of the four
};

// L x = y for these rows. Products with the columns they share are summed together: in four interleaved sums,
// joined, then the rest one by one, as those of a compressed row.
template <int P>
void solve_lower(const AlikeRows<P>& rows, const double* diagonal, const double* y, double* x) {
  const ColumnRun *begin = rows.f.run + rows.f.runadr[rows.top],
                  *end = rows.f.run + rows.f.runadr[rows.top + 1];
  const int shared = begin < end ? end[-1].from + end[-1].count : 0, whole = shared / 4 * 4;
  ColumnWalk walk(rows.f, rows.top);
  Four lanes[P];
  for (Four& l : lanes) l = Four(0.0);
  for (int k = 0; k < whole; k += 4) {
    if (walk.four_follow()) {
      const ColumnWalk::Place four = walk.next(4);
      const Four part = Four::load(x + four.col);
      for (int p = 0; p < P; ++p) lanes[p] = lanes[p] + Four::load(rows.row[p] + four.at) * part;
      continue;
    }
    const ColumnWalk::Place c[4] = {walk.next(), walk.next(), walk.next(), walk.next()};
    const double numbers[4] = {x[c[0].col], x[c[1].col], x[c[2].col], x[c[3].col]};
    const Four part = Four::load(numbers);
    for (int p = 0; p < P; ++p) {
      const double* row = rows.row[p];
      const double four[4] = {row[c[0].at], row[c[1].at], row[c[2].at], row[c[3].at]};
      lanes[p] = lanes[p] + Four::load(four) * part;
    }
  }
  ColumnWalk::Place rest[3];
  const int nrest = shared - whole;
  for (int k = 0; k < nrest; ++k) rest[k] = walk.next();
  for (int p = 0; p < P; ++p) {
    double sums[4];
    lanes[p].store(sums);
    const int in_turn = (nrest + p) / 4 * 4;
    double sum = 0;
    int k = 0;
    const auto add = [&](double product) {
      if (k == in_turn) sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
      (k < in_turn ? sums[k % 4] : sum) += product;
      ++k;
    };
    for (int i = 0; i < nrest; ++i) add(rows.row[p][rest[i].at] * x[rest[i].col]);
    for (int q = 0; q < p; ++q) add(rows.own(p, q) * x[rows.top + q]);
    if (k == in_turn) sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    x[rows.top + p] = (y[rows.top + p] - sum) / diagonal[rows.top + p];
  }
}

// How many rows that end with this one, or begin with it, are alike.
int alike_up_to(const SparseLower& f, int last) {
  int count = 1;
  while (count < kAlike && f.extends[last - count + 1]) ++count;
  return count;
}
int alike_from(const SparseLower& f, int first) {
  int count = 1;
  while (count < kAlike && first + count < f.n && f.extends[first + count]) ++count;
  return count;
}

void solve_transposed_row(const SparseLower& f, const double* val, int row, double* x, double* y) {
  y[row] = x[row];
  if (x[row] == 0) return;
  const double* const rows[1] = {val + 4 * f.tileadr[row]};
  const double s[1] = {y[row] = x[row] / diagonals(f, val)[row]};
  subtract_rows<1>(f.tile + f.tileadr[row], f.tileadr[row + 1] - f.tileadr[row], rows, s, x);
}

// y leaves x alone: among numbers stored one by one a load of four would wait for them.
void solve(const SparseLower& f, const double* val, double* x) {
  const double* diagonal = diagonals(f, val);
  double* y = f.work;
  for (int last = f.n - 1; last >= 0;) {  // Lᵀ y = b
    const int count = alike_up_to(f, last);
    const bool done = with_count(
        count, [&](auto P) { return solve_transposed(AlikeRows<P>(f, val, last - P + 1), diagonal, x, y); });
    for (int k = 0; k < count; ++k, --last)
      if (!done) solve_transposed_row(f, val, last, x, y);
  }
  for (int top = 0; top < f.n;) {  // L x = y
    const int count = alike_from(f, top);
    with_count(count, [&](auto P) { solve_lower(AlikeRows<P>(f, val, top), diagonal, y, x); });
    top += count;
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
int rotate_in(const SparseLower& f, double* val, double* x, const double* sign) {
  int raised = 0;
  const int stride = padded(f.n);
  double* diagonal = diagonals(f, val);
  for (int row = f.n - 1; row >= 0; --row) {
    Rotation r[U];
    bool any = false;
    for (int u = 0; u < U; ++u) {
      const double v = x[u * stride + row];
      if (v == 0) continue;
      any = true;
      raised += r[u].turn(diagonal[row], v, sign[u]);
    }
    if (!any) continue;
    const int* tile = f.tile + f.tileadr[row];
    double* own = val + 4 * f.tileadr[row];
    for (int t = f.tileadr[row + 1] - f.tileadr[row] - 1; t >= 0; --t) {  // the next pivots first: they wait
      Four l = Four::load(own + 4 * t);
      for (int u = 0; u < U; ++u) {
        double* other = x + u * stride + tile[t];
        const Four v = Four::load(other), before = l;
        l = Four(r[u].c) * before + Four(r[u].signed_s) * v;
        (Four(r[u].c) * v - Four(r[u].s) * before).store(other);
      }
      (tile[t] + 4 > row ? left_of_diagonal(l, row) : l).store(own + 4 * t);
    }
  }
  return raised;
}

int update(const SparseLower& f, double* val, double* x, const double* sign, int count) {
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

// Off the diagonal x_i (weight x_j), on it (x_i x_i) weight; R rows of the block one after the other.
template <int R>
void add_some_products(const SparseLower& f, double* val, const BlockRows& where, const double* const* x,
                       const double* weight, double* weighted) {
  double* diagonal = diagonals(f, val);
  const int stride = 4 * where.ntile;
  for (int t = 0; t < where.ntile; ++t) {
    Four sum = Four::load(diagonal + where.tile[t]);
    for (int r = 0; r < R; ++r) {
      const Four v = Four::load(x[r] + 4 * t), w(weight[r]);
      (w * v).store(weighted + r * stride + 4 * t);
      sum = sum + v * v * w;
    }
    sum.store(diagonal + where.tile[t]);
  }
  int t_own = 0;
  for (int i = 0; i < where.ncol; ++i) {
    const int row = where.cols[i];
    while (where.tile[t_own] + 4 <= row) ++t_own;
    const int at = 4 * t_own + row - where.tile[t_own];
    Four scale[R];
    for (int r = 0; r < R; ++r) scale[r] = Four(x[r][at]);
    const int* tile = f.tile + f.tileadr[row];
    double* own = val + 4 * f.tileadr[row];
    const bool shares =
        i > 0 && where.cols[i - 1] >= where.tile[t_own];  // the diagonal's four has other columns
    for (int t = 0; t < t_own + shares; ++t, ++tile, own += 4) {
      while (*tile != where.tile[t]) ++tile, own += 4;
      Four sum = Four::load(own);
      for (int r = 0; r < R; ++r) sum = sum + scale[r] * Four::load(weighted + r * stride + 4 * t);
      sum.store(own);
    }
  }
}

void add_products(const SparseLower& f, double* val, const BlockRows& where, const WeightedTiles& x,
                  double* scratch) {
  int r = 0;
  for (; r + 8 <= x.count; r += 8) add_some_products<8>(f, val, where, x.row + r, x.weight + r, scratch);
  for (; r + 4 <= x.count; r += 4) add_some_products<4>(f, val, where, x.row + r, x.weight + r, scratch);
  for (; r + 2 <= x.count; r += 2) add_some_products<2>(f, val, where, x.row + r, x.weight + r, scratch);
  if (r < x.count) add_some_products<1>(f, val, where, x.row + r, x.weight + r, scratch);
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
SparseKernels kernel_table<SparseKernels, Isa::CORTEN_ISA>() {
  return {factor, solve, update, add_products};
}

}  // namespace corten
