// The loops of dual_kernels.h.
#include "corten/linalg/dual_kernels.h"

#include <bit>
#include <cmath>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

bool zero(Four v) { return !any(v != Four(0.0)); }

// Four vectors at a time. A row touches the dofs of one or two chains, most numbers are 0: they take nothing
// out of their ancestors.
void half_solve(const TreeMatrix& LD, const double* scale, const VectorColumns& v) {
  for (double* four = v.val; four < v.val + v.stride; four += 4)
    for (int i = LD.n - 1; i >= 0; --i) {
      double* at = four + i * v.stride;
      const Four own = Four::load(at);
      if (zero(own)) continue;
      const double* values = LD.val + LD.rowadr[i];
      const int* ancestor = LD.colind + LD.rowadr[i];
      for (int e = 0; e < LD.rownnz[i] - 1; ++e) {
        double* above = four + ancestor[e] * v.stride;
        (Four::load(above) - Four(values[e]) * own).store(above);
      }
      (own * Four(scale[i])).store(at);
    }
}

// bit k mod 64 is set where number k of these four vectors is not 0 in all of them
std::uint64_t filled_numbers(const VectorColumns& v, int first) {
  std::uint64_t bits = 0;
  for (int k = 0; k < v.length; ++k)
    bits |= std::uint64_t(!zero(Four::load(v.val + k * v.stride + first))) << (k % 64);
  return bits;
}

// Products of vectors i0 … i0 + 3 with j0 … j0 + 3, over the numbers that both have: sums that begin with 0
// do not feel the others.
void tile(const VectorColumns& v, int i0, int j0, Four (&sum)[4]) {
  for (int r = 0; r < 4; ++r) sum[r] = Four(0.0);
  const std::uint64_t both = v.filled[i0 / 4] & v.filled[j0 / 4];
  for (int first = 0; first < v.length; first += 64)
    for (std::uint64_t bits = both; bits; bits &= bits - 1) {
      const int k = first + std::countr_zero(bits);
      if (k >= v.length) break;
      const double* left = v.val + k * v.stride + i0;
      const Four right = Four::load(v.val + k * v.stride + j0);
      for (int r = 0; r < 4; ++r) sum[r] = sum[r] + right * Four(left[r]);
    }
}

// Writes the tile and its mirror image as far as they are inside the matrix.
void store_tile(const Four (&sum)[4], int i0, int j0, int n, double* mat) {
  double value[16];
  for (int r = 0; r < 4; ++r) sum[r].store(value + 4 * r);
  const auto store = [&](int rows, int cols) {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) mat[(i0 + r) * n + j0 + c] = value[4 * r + c];
    if (i0 == j0) return;
    for (int c = 0; c < cols; ++c)
      for (int r = 0; r < rows; ++r) mat[(j0 + c) * n + i0 + r] = value[4 * r + c];
  };
  const int rows = n - i0 < 4 ? n - i0 : 4, cols = n - j0 < 4 ? n - j0 : 4;
  rows == 4 && cols == 4 ? store(4, 4) : store(rows, cols);  // the first without loops
}

void products(const VectorColumns& v, double* mat) {
  for (int i0 = 0; i0 < v.n; i0 += 4) {
    v.filled[i0 / 4] = filled_numbers(v, i0);
    for (int j0 = 0; j0 <= i0; j0 += 4) {
      Four sum[4];
      tile(v, i0, j0, sum);
      store_tile(sum, i0, j0, v.n, mat);
    }
  }
}

// The minimum along x_i at this residual of its row, in its bounds.
double box_step(const BoxProblem& p, int i, double residual, double old, double max_rise, double& change) {
  const double inverse = p.inverse_diagonal[i];
  double x = old - residual * inverse;
  x = x < p.lower[i] ? p.lower[i] : x;
  x = p.upper[i] < x ? p.upper[i] : x;
  const double delta = x - old;
  const double rise = 0.5 * delta * delta * (1 / inverse) + delta * residual;
  if (!(rise <= max_rise)) return old;
  change += rise;
  return x;
}

// A row's products in four interleaved sums, joined; the up to three numbers of the rest are added to each
// other first: the oracle's order.
double joined(Four sum, const double* a, const double* x, int whole, int n) {
  double total = (sum.lane(0) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  if (whole == n) return total;
  double rest = a[whole] * x[whole];
  for (int k = whole + 1; k < n; ++k) rest += a[k] * x[k];
  return total + rest;
}

// Four neighbouring rows. What they change stays in a register until all four are done: the next row needs it
// at once, and the way through memory, one number stored and four loaded, would stall the processor.
struct FourRows {
  const BoxProblem& p;
  int k0;
  int whole;    // columns in whole fours
  Four own;     // x of these rows
  Four sum[4];  // products with the columns before k0

  FourRows(const BoxProblem& problem, int k) : p(problem), k0(k), whole(problem.n / 4 * 4) {
    const double* a = p.A + k0 * p.n;
    own = Four::load(p.x + k0);
    for (int r = 0; r < 4; ++r) sum[r] = Four(0.0);
    for (int j = 0; j < k0; j += 4) {
      const Four x = Four::load(p.x + j);
      for (int r = 0; r < 4; ++r) sum[r] = sum[r] + Four::load(a + r * p.n + j) * x;
    }
  }

  template <int R>
  void step(double max_rise, double& change) {
    const int row = k0 + R;
    const double* a = p.A + row * p.n;
    Four all = sum[R] + Four::load(a + k0) * own;
    for (int j = k0 + 4; j < whole; j += 4) all = all + Four::load(a + j) * Four::load(p.x + j);
    const double residual = p.b[row] + joined(all, a, p.x, whole, p.n);
    own.set_lane(R, box_step(p, row, residual, own.lane(R), max_rise, change));
  }
};

// a row by itself
void relax_one(const BoxProblem& p, int row, double max_rise, double& change) {
  const int whole = p.n / 4 * 4;
  const double* a = p.A + row * p.n;
  Four sum(0.0);
  for (int j = 0; j < whole; j += 4) sum = sum + Four::load(a + j) * Four::load(p.x + j);
  const double residual = p.b[row] + joined(sum, a, p.x, whole, p.n);
  p.x[row] = box_step(p, row, residual, p.x[row], max_rise, change);
}

double relax(const BoxProblem& p, int first, int last, double max_rise, double change) {
  const int whole = p.n / 4 * 4;
  int row = first;
  while (row < last) {
    if (row % 4 != 0 || row + 4 > last || row >= whole) {
      relax_one(p, row++, max_rise, change);
      continue;
    }
    FourRows rows(p, row);
    rows.step<0>(max_rise, change);
    rows.step<1>(max_rise, change);
    rows.step<2>(max_rise, change);
    rows.step<3>(max_rise, change);
    rows.own.store(p.x + row);
    row += 4;
  }
  return change;
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
DualKernels kernel_table<DualKernels, Isa::CORTEN_ISA>() {
  return {half_solve, products, relax};
}

}  // namespace corten
