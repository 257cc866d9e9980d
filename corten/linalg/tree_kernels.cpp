// The loops of tree_kernels.h.
#include "corten/linalg/tree_kernels.h"

#include <utility>

#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace {

using Four = Pack<double, 4>;

// P pivot rows, each the child of the next: one load and store of an ancestor's row serves all of them.
template <int P>
struct Pivots {
  double* row[P];
  double inverse[P];
};

// y += Σ_p row_p · scale_p over the first n entries, p in order
template <int P>
void add_rows(double* y, double* const (&row)[P], const double (&scale)[P], int n) {
  int j = 0;
  for (; j + 4 <= n; j += 4) {
    Four sum = Four::load(y + j);
    for (int p = 0; p < P; ++p) sum = sum + Four::load(row[p] + j) * Four(scale[p]);
    sum.store(y + j);
  }
  for (; j < n; ++j) {
    double sum = y[j];
    for (int p = 0; p < P; ++p) sum += row[p][j] * scale[p];
    y[j] = sum;
  }
}

// The same for two rows at once, n entries of y and one less of z: entries of the pivots are loaded once.
template <int P>
void add_rows(double* y, double* z, double* const (&row)[P], const double (&y_scale)[P],
              const double (&z_scale)[P], int n) {
  int j = 0;
  for (; j + 5 <= n; j += 4) {
    Four y_sum = Four::load(y + j), z_sum = Four::load(z + j);
    for (int p = 0; p < P; ++p) {
      const Four entries = Four::load(row[p] + j);
      y_sum = y_sum + entries * Four(y_scale[p]);
      z_sum = z_sum + entries * Four(z_scale[p]);
    }
    y_sum.store(y + j);
    z_sum.store(z + j);
  }
  for (; j < n; ++j) {
    double y_sum = y[j];
    for (int p = 0; p < P; ++p) y_sum += row[p][j] * y_scale[p];
    y[j] = y_sum;
    if (j == n - 1) break;
    double z_sum = z[j];
    for (int p = 0; p < P; ++p) z_sum += row[p][j] * z_scale[p];
    z[j] = z_sum;
  }
}

// Takes pivot p out of the pivots after it, which are its nearest ancestors. `shared` is the number of
// ancestors that all pivots have.
template <int P>
void eliminate_within(Pivots<P>& pivots, int p, int shared) {
  const int diagonal = shared + P - 1 - p;
  double* const row[1] = {pivots.row[p]};
  pivots.inverse[p] = 1 / row[0][diagonal];
  for (int q = p + 1; q < P; ++q) {
    const int column = shared + P - 1 - q;
    const double scale[1] = {-row[0][column] * pivots.inverse[p]};
    add_rows<1>(pivots.row[q], row, scale, column + 1);
  }
}

// Takes the pivots out of the rows of their shared ancestors, two rows at a time.
template <int P>
void eliminate_above(const TreeMatrix& a, const Pivots<P>& pivots, const int* ancestor, int shared) {
  const auto row_of = [&](int e) { return a.val + a.rowadr[ancestor[e]]; };
  double scale[P], next_scale[P];
  int e = shared - 1;
  for (; e > 0; e -= 2) {
    for (int p = 0; p < P; ++p) {
      scale[p] = -pivots.row[p][e] * pivots.inverse[p];
      next_scale[p] = -pivots.row[p][e - 1] * pivots.inverse[p];
    }
    add_rows<P>(row_of(e), row_of(e - 1), pivots.row, scale, next_scale, e + 1);
  }
  if (e < 0) return;
  for (int p = 0; p < P; ++p) scale[p] = -pivots.row[p][0] * pivots.inverse[p];
  add_rows<P>(row_of(0), pivots.row, scale, 1);
}

// Eliminates rows last, last − 1, …, last − P + 1.
template <int P>
void eliminate(const TreeMatrix& a, int last, double* inverse) {
  Pivots<P> pivots;
  for (int p = 0; p < P; ++p) pivots.row[p] = a.val + a.rowadr[last - p];
  const int top = last - P + 1, shared = a.rownnz[top] - 1;
  for (int p = 0; p < P; ++p) eliminate_within<P>(pivots, p, shared);
  eliminate_above<P>(a, pivots, a.colind + a.rowadr[top], shared);
  for (int p = 0; p < P; ++p) {
    inverse[last - p] = pivots.inverse[p];
    for (int e = 0; e < shared + P - 1 - p; ++e) pivots.row[p][e] *= pivots.inverse[p];
  }
}

// Row `pivot` with L ancestors, few enough for a loop without a count: nothing of it is stored in between.
template <int L>
void eliminate_short(const TreeMatrix& a, int pivot, double* inverse) {
  double* row = a.val + a.rowadr[pivot];
  const int* ancestor = a.colind + a.rowadr[pivot];
  double value[L > 0 ? L : 1];
  for (int e = 0; e < L; ++e) value[e] = row[e];
  const double inv = inverse[pivot] = 1 / row[L];
  for (int e = L - 1; e >= 0; --e) {
    const double scale = -value[e] * inv;
    double* y = a.val + a.rowadr[ancestor[e]];
    for (int j = 0; j <= e; ++j) y[j] += value[j] * scale;
  }
  for (int e = 0; e < L; ++e) row[e] = value[e] * inv;
}

// False when the row has more ancestors than the longest of these lengths.
template <int... L>
bool eliminate_if_short(const TreeMatrix& a, int pivot, double* inverse, std::integer_sequence<int, L...>) {
  const int ancestors = a.rownnz[pivot] - 1;
  return ((ancestors == L && (eliminate_short<L>(a, pivot, inverse), true)) || ...);
}

// the row above is the parent's
bool follows_parent(const TreeMatrix& a, int row) {
  const int lower = a.rownnz[row] - 1;
  return lower > 0 && a.colind[a.rowadr[row] + lower - 1] == row - 1;
}

void factor(const TreeMatrix& a, double* inverse) {
  for (int last = a.n - 1; last >= a.first;) {
    if (eliminate_if_short(a, last, inverse, std::make_integer_sequence<int, 7>{})) {
      --last;
      continue;
    }
    int count = 1;
    while (count < 4 && follows_parent(a, last - count + 1)) ++count;
    switch (count) {
      case 4:
        eliminate<4>(a, last, inverse);
        break;
      case 3:
        eliminate<3>(a, last, inverse);
        break;
      case 2:
        eliminate<2>(a, last, inverse);
        break;
      default:
        eliminate<1>(a, last, inverse);
    }
    last -= count;
  }
}

}  // namespace
}  // namespace CORTEN_ISA

template <>
TreeKernels kernel_table<TreeKernels, Isa::CORTEN_ISA>() {
  return {factor};
}

}  // namespace corten
