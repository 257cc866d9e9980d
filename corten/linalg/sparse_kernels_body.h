// The loops of sparse_kernels.h, compiled once per instruction set in a namespace of its name. A supernode's
// rows are eliminated together: where their common columns lie in another supernode is found once for all
// pairs of rows, as runs of neighbours, and the arithmetic runs over those.
#pragma once

#include <cmath>

#include "corten/linalg/rank_one_rotation.h"
#include "corten/linalg/sparse_kernels.h"
#include "corten/math/pack.h"

namespace corten {
inline namespace CORTEN_ISA {
namespace sparse {

using Four = Pack<double, 4>;

// P rows of a supernode: `outer` common columns, then the diagonal block.
template <int P>
struct Super {
  int first;
  int outer;
  const int* cols;  // the common ones
  double* row[P];
  double* inverse;
};

template <int P>
inline Super<P> super_rows(const SparseFactor& f, int s) {
  Super<P> node;
  node.first = f.super[s];
  const int adr = f.rowadr[node.first];
  node.outer = f.rowadr[node.first + 1] - adr - 1;
  node.cols = f.colind + adr;
  for (int p = 0; p < P; ++p) node.row[p] = f.val + f.rowadr[node.first + p];
  node.inverse = f.inverse + node.first;
  return node;
}

// calls fn with the supernode as Super<number of its rows>
template <class Fn>
inline void with_super(const SparseFactor& f, int s, Fn fn) {
  switch (f.super[s + 1] - f.super[s]) {
    case 1:
      return fn(super_rows<1>(f, s));
    case 2:
      return fn(super_rows<2>(f, s));
    case 3:
      return fn(super_rows<3>(f, s));
    case 4:
      return fn(super_rows<4>(f, s));
    case 5:
      return fn(super_rows<5>(f, s));
    default:
      return fn(super_rows<kMaxSuper>(f, s));
  }
}

// y −= Σ_p s_p row_p[from …], n entries
template <int P>
inline void subtract_rows(double* y, double* const (&row)[P], int from, const double (&s)[P], int n) {
  int j = 0;
  for (; j + 4 <= n; j += 4) {
    Four sum = Four::load(y + j);
    for (int p = 0; p < P; ++p) sum = sum - Four(s[p]) * Four::load(row[p] + from + j);
    sum.store(y + j);
  }
  for (; j < n; ++j) {
    double sum = y[j];
    for (int p = 0; p < P; ++p) sum -= s[p] * row[p][from + j];
    y[j] = sum;
  }
}

// Where the first `count` of these columns lie in the rows of supernode t; returns the number of runs.
inline int find_runs(const SparseFactor& f, const int* cols, int count, int t) {
  const int first = f.super[t], adr = f.rowadr[first], outer = f.rowadr[first + 1] - adr - 1;
  const int* target = f.colind + adr;
  int at = 0, n = 0;
  for (int j = 0; j < count; ++j) {
    if (cols[j] < first) {
      while (target[at] != cols[j]) ++at;
    } else {
      at = outer + cols[j] - first;
    }
    if (n > 0 && f.runs[n - 1].to + f.runs[n - 1].count == at) {
      ++f.runs[n - 1].count;
    } else {
      f.runs[n++] = {j, at, 1};
    }
  }
  return n;
}

// Calls fn(row, entries, runs) for every of these columns as a row that takes the columns up to itself.
template <class Fn>
inline void for_target_rows(const SparseFactor& f, const int* cols, int count, Fn fn) {
  for (int i = 0; i < count;) {
    const int t = f.super_of[cols[i]];
    int end = i + 1;
    while (end < count && cols[end] < f.super[t + 1]) ++end;
    const int nrun = find_runs(f, cols, end, t);
    for (; i < end; ++i) {
      double* row = f.val + f.rowadr[cols[i]];
      for (int k = 0; k < nrun && f.runs[k].from <= i; ++k) {
        const SparseRun& run = f.runs[k];
        const int rest = i + 1 - run.from;
        fn(row + run.to, i, run.from, run.count < rest ? run.count : rest);
      }
    }
  }
}

template <int P>
inline int factor_diagonal(const Super<P>& node, double mindiag) {
  int raised = 0;
  for (int p = P - 1; p >= 0; --p) {
    const int diagonal = node.outer + p;
    double* row = node.row[p];
    double pivot = row[diagonal];
    if (pivot < mindiag) {
      pivot = mindiag;
      ++raised;
    }
    row[diagonal] = std::sqrt(pivot);
    const double inverse = node.inverse[p] = 1 / row[diagonal];
    for (int j = 0; j < diagonal; ++j) row[j] *= inverse;
    double* const source[1] = {row};
    for (int q = 0; q < p; ++q) {
      const double s[1] = {row[node.outer + q]};
      subtract_rows<1>(node.row[q], source, 0, s, node.outer + q + 1);
    }
  }
  return raised;
}

inline int factor(const SparseFactor& f, double mindiag) {
  int rank = f.n;
  for (int s = f.nsuper - 1; s >= 0; --s) {
    with_super(f, s, [&]<int P>(const Super<P>& node) {
      rank -= factor_diagonal(node, mindiag);
      for_target_rows(f, node.cols, node.outer, [&](double* y, int i, int from, int n) {
        double scale[P];
        for (int p = 0; p < P; ++p) scale[p] = node.row[p][i];
        subtract_rows<P>(y, node.row, from, scale, n);
      });
    });
  }
  return rank;
}

// four numbers of x at these columns
inline Four gather(const double* x, const int* cols) {
  if (cols[3] - cols[0] == 3) return Four::load(x + cols[0]);
  Four v;
  for (int k = 0; k < 4; ++k) v.set_lane(k, x[cols[k]]);
  return v;
}
inline void scatter(Four v, double* x, const int* cols) {
  if (cols[3] - cols[0] == 3) return v.store(x + cols[0]);
  for (int k = 0; k < 4; ++k) x[cols[k]] = v.lane(k);
}

// Lᵀ y = b on one supernode: its y, then what they take from the columns before
template <int P>
inline void solve_transposed(const Super<P>& node, double* x) {
  double y[P];
  for (int p = P - 1; p >= 0; --p) {
    double sum = x[node.first + p];
    for (int q = P - 1; q > p; --q) sum -= node.row[q][node.outer + p] * y[q];
    x[node.first + p] = y[p] = sum * node.inverse[p];
  }
  int j = 0;
  for (; j + 4 <= node.outer; j += 4) {
    Four sum = gather(x, node.cols + j);
    for (int p = 0; p < P; ++p) sum = sum - Four(y[p]) * Four::load(node.row[p] + j);
    scatter(sum, x, node.cols + j);
  }
  for (; j < node.outer; ++j) {
    double sum = x[node.cols[j]];
    for (int p = 0; p < P; ++p) sum -= y[p] * node.row[p][j];
    x[node.cols[j]] = sum;
  }
}

// L x = y on one supernode
template <int P>
inline void solve_lower(const Super<P>& node, double* x) {
  Four lanes[P];
  for (int p = 0; p < P; ++p) lanes[p] = Four(0.0);
  int j = 0;
  for (; j + 4 <= node.outer; j += 4) {
    const Four v = gather(x, node.cols + j);
    for (int p = 0; p < P; ++p) lanes[p] = lanes[p] + v * Four::load(node.row[p] + j);
  }
  for (int p = 0; p < P; ++p) {
    double sum = (lanes[p].lane(0) + lanes[p].lane(2)) + (lanes[p].lane(1) + lanes[p].lane(3));
    for (int k = j; k < node.outer; ++k) sum += node.row[p][k] * x[node.cols[k]];
    for (int q = 0; q < p; ++q) sum += node.row[p][node.outer + q] * x[node.first + q];
    x[node.first + p] = (x[node.first + p] - sum) * node.inverse[p];
  }
}

inline void solve(const SparseFactor& f, double* x) {
  for (int s = f.nsuper - 1; s >= 0; --s)
    with_super(f, s, [&](const auto& node) { solve_transposed(node, x); });
  for (int s = 0; s < f.nsuper; ++s) with_super(f, s, [&](const auto& node) { solve_lower(node, x); });
}

template <class State, int P>
inline void update_super(const Super<P>& node, double* x, State& state) {
  double v[P];
  bool none = true;
  for (int p = 0; p < P; ++p) {
    v[p] = x[node.first + p];
    none = none && v[p] == 0;
  }
  if (none) return;
  typename State::Step r[P];
  for (int p = P - 1; p >= 0; --p) {
    if (v[p] == 0) continue;
    r[p] = state.rotate(node.row[p][node.outer + p], node.inverse[p], v[p]);
    for (int q = 0; q < p; ++q) r[p].apply(node.row[p][node.outer + q], v[q]);
  }
  const int whole = node.outer / 4 * 4;  // from the last column on: the next pivots wait for it
  for (int j = whole; j < node.outer; ++j)
    for (int p = P - 1; p >= 0; --p) r[p].apply(node.row[p][j], x[node.cols[j]]);
  for (int j = whole - 4; j >= 0; j -= 4) {
    Four u = gather(x, node.cols + j);
    for (int p = P - 1; p >= 0; --p) {
      Four l = Four::load(node.row[p] + j);
      r[p].apply(l, u);
      l.store(node.row[p] + j);
    }
    scatter(u, x, node.cols + j);
  }
}

template <class State>
inline int rotate_in(const SparseFactor& f, double* x) {
  State state{f.n};
  for (int s = f.nsuper - 1; s >= 0; --s)
    with_super(f, s, [&](const auto& node) { update_super(node, x, state); });
  return state.rank;
}

inline int update(const SparseFactor& f, double* x, double sign) {
  return sign > 0 ? rotate_in<AddState>(f, x) : rotate_in<RemoveState>(f, x);
}

inline void add_clique(const SparseFactor& f, const int* cols, int count, const double* mat, int stride) {
  for_target_rows(f, cols, count, [&](double* y, int i, int from, int n) {
    const double* row = mat + i * stride + from;
    for (int j = 0; j < n; ++j) y[j] += row[j];
  });
}

inline SparseKernels table() { return {factor, solve, update, add_clique}; }

}  // namespace sparse
}  // namespace CORTEN_ISA
}  // namespace corten
