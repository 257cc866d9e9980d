// The loops of sparse_kernels.h.
#include "corten/linalg/sparse_kernels.h"

#include <algorithm>
#include <cmath>

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

// Takes out all rows below `target`, neighbours that are alike together.
double take_out_below(const SparseLower& f, const double* val, int target, double* y, double pivot) {
  const int* below = f.below[target];
  const int* end = below + f.nbelow[target];
  while (below < end) {
    const int row = *below;
    int alike = 1;
    while (alike < kAlike && below + alike < end && below[alike] == row + alike && f.extends[row + alike])
      ++alike;
    switch (alike) {
      case 6:
        take_out<6>(f, val, row, target, y, pivot);
        break;
      case 5:
        take_out<5>(f, val, row, target, y, pivot);
        break;
      case 4:
        take_out<4>(f, val, row, target, y, pivot);
        break;
      case 3:
        take_out<3>(f, val, row, target, y, pivot);
        break;
      case 2:
        take_out<2>(f, val, row, target, y, pivot);
        break;
      default:
        take_out<1>(f, val, row, target, y, pivot);
    }
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

double sum_of_lanes(Four v) { return (v.lane(0) + v.lane(2)) + (v.lane(1) + v.lane(3)); }

// Four sums that take products in turn: the next goes to the first, which then stands last.
struct Turn {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;

  void add(const double* a, const double* b, int count) {
    int i = 0;
    if (count >= kLong) {
      const double sums[4] = {s0, s1, s2, s3};
      Four lanes = Four::load(sums);
      for (; i + kRecent < count; i += 4) lanes = lanes + Four::load(a + i) * Four::load(b + i);
      s0 = lanes.lane(0), s1 = lanes.lane(1), s2 = lanes.lane(2), s3 = lanes.lane(3);
    }
    for (; i + 4 <= count; i += 4) {
      s0 += a[i] * b[i];
      s1 += a[i + 1] * b[i + 1];
      s2 += a[i + 2] * b[i + 2];
      s3 += a[i + 3] * b[i + 3];
    }
    for (; i < count; ++i) {
      const double next = s0 + a[i] * b[i];
      s0 = s1, s1 = s2, s2 = s3, s3 = next;
    }
  }
  double joined() const { return (s0 + s2) + (s1 + s3); }

  // The last numbers of b may have been stored just now, one by one: a load of four would wait for them.
  static constexpr int kRecent = 8, kLong = 20;
};

// Row of a factor times x over its columns as a compressed row: four interleaved sums, joined, then the rest
// one by one.
double row_product(const SparseLower& f, const double* val, int row, const double* x) {
  const ColumnRun* run = f.run + f.runadr[row];
  const ColumnRun* end = f.run + f.runadr[row + 1];
  const int* tile = f.tile + f.tileadr[row];
  const double* own = val + 4 * f.tileadr[row];
  const auto numbers = [&] {  // of the run, which lies in neighbouring fours
    while (*tile + 4 <= run->col) ++tile, own += 4;
    return own + run->col - *tile;
  };
  int in_turn = (end[-1].from + end[-1].count) / 4 * 4, taken = 0;
  Turn sums;
  for (; in_turn > 0; ++run) {
    taken = std::min(run->count, in_turn);
    sums.add(numbers(), x + run->col, taken);
    in_turn -= taken;
    if (taken < run->count) break;
    taken = 0;
  }
  double sum = sums.joined();
  for (; run < end; ++run, taken = 0) {
    const double* a = numbers();
    for (int i = taken; i < run->count; ++i) sum += a[i] * x[run->col + i];
  }
  return sum;
}

// y leaves x alone: among numbers stored one by one a load of four would wait for them.
void solve(const SparseLower& f, const double* val, double* x) {
  const double* diagonal = diagonals(f, val);
  double* y = f.work;
  for (int row = f.n - 1; row >= 0; --row) {  // Lᵀ y = b
    y[row] = x[row];
    if (x[row] == 0) continue;
    const double* const rows[1] = {val + 4 * f.tileadr[row]};
    const double s[1] = {y[row] = x[row] / diagonal[row]};
    subtract_rows<1>(f.tile + f.tileadr[row], f.tileadr[row + 1] - f.tileadr[row], rows, s, x);
  }
  for (int row = 0; row < f.n; ++row) {  // L x = y
    const bool alone = f.runadr[row + 1] == f.runadr[row];
    x[row] = (alone ? y[row] : y[row] - row_product(f, val, row, x)) / diagonal[row];
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

// four numbers of v at these columns
Four gather(const double* v, const int* cols) {
  if (cols[3] - cols[0] == 3) return Four::load(v + cols[0]);
  const double numbers[4] = {v[cols[0]], v[cols[1]], v[cols[2]], v[cols[3]]};
  return Four::load(numbers);
}

// R rows from `row` on: as row_product(), v is gathered once for all
template <int R>
void mul_some(const double* row, int n, const int* cols, const double* v, double* y) {
  Four lanes[R];
  for (Four& l : lanes) l = Four(0.0);
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    const Four part = gather(v, cols + i);
    for (int r = 0; r < R; ++r) lanes[r] = lanes[r] + Four::load(row + r * n + i) * part;
  }
  double sum[R];
  for (int r = 0; r < R; ++r) sum[r] = sum_of_lanes(lanes[r]);
  for (; i < n; ++i)
    for (int r = 0; r < R; ++r) sum[r] += row[r * n + i] * v[cols[i]];
  for (int r = 0; r < R; ++r) y[r] = sum[r];
}

void mul(const DenseRows& x, const int* cols, const double* v, double* y) {
  int r = 0;
  for (; r + 4 <= x.nrow; r += 4) mul_some<4>(x.val + r * x.ncol, x.ncol, cols, v, y + r);
  for (; r < x.nrow; ++r) mul_some<1>(x.val + r * x.ncol, x.ncol, cols, v, y + r);
}

// Four columns: all but the last up to three rows go to four sums in turn, which are joined; the rest follows
// one by one.
Four column_sums(const ColumnPart* part, int nrow, int column, const double* s) {
  Four s0(0.0), s1(0.0), s2(0.0), s3(0.0);
  int in_turn = nrow / 4 * 4, rest = nrow % 4, r = 0;
  const auto product = [&](int row) {
    return Four::load(part->val + row * part->stride + column) * Four(s[part->row + row]);
  };
  while (in_turn > 0) {
    for (; in_turn >= 4 && r + 4 <= part->nrow; r += 4, in_turn -= 4) {
      s0 = s0 + product(r);
      s1 = s1 + product(r + 1);
      s2 = s2 + product(r + 2);
      s3 = s3 + product(r + 3);
    }
    for (; in_turn > 0 && r < part->nrow; ++r, --in_turn) {  // the sums change places
      const Four next = s0 + product(r);
      s0 = s1, s1 = s2, s2 = s3, s3 = next;
    }
    if (r < part->nrow) break;
    ++part, r = 0;
  }
  Four sum = (s0 + s2) + (s1 + s3);
  for (; rest > 0; ++part, r = 0)
    for (; rest > 0 && r < part->nrow; ++r, --rest) sum = sum + product(r);
  return sum;
}

void mul_columns(const ColumnPart* part, int nrow, int count, const double* s, double* y) {
  int c = 0;
  for (; c + 4 <= count; c += 4) column_sums(part, nrow, c, s).store(y + c);
  if (c == count) return;
  double rest[4];
  column_sums(part, nrow, c, s).store(rest);
  for (int k = 0; c + k < count; ++k) y[c + k] = rest[k];
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
SparseKernels kernel_table<SparseKernels, Isa::CORTEN_ISA>() {
  return {factor, solve, update, add_products, mul, mul_columns};
}

}  // namespace corten
