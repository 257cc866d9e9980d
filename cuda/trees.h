// The solve of a world of several trees: each by a warp with its rows in registers, then what couples them.
#pragma once

#include "cuda/solve.h"

namespace corten::gpu {

// b = B⁻¹ b for every right-hand side: B has the blocks of the trees, rhs(m, dof) and put(m, dof, x) the
// numbers
template <int NB, class C, class Rhs, class Put>
CORTEN_DEV void solve_blocks(const C& c, Matrix which, int nactive, int ncon, Rhs rhs, Put put) {
  using T = typename C::Scalar;
  constexpr int NP = kWarp;
  const int warps = c.width() / kWarp;
  const auto& m = c.model();
  const auto& d = c.world;
  const Team<kWarp> warp(nullptr);
  T* columns = d.column.data() + warp.index() * 2 * kWarp;
  for (int turn = 0; turn < m.ntree; turn += warps) {
    const int tree = turn + warp.index(), n = tree < m.ntree ? m.tree_dofnum[tree] : 0;
    const int first = n ? m.tree_dofadr[tree] : 0, i = warp.lane();
    const bool real = i < n;
    T h[NP], b[NB];
    const T* square = n ? c.tree_inertia(tree) : nullptr;
    const int stride = n ? c.tree_stride(tree) : 0;
    CORTEN_UNROLL for (int j = 0; j < NP; ++j) h[j] = real && j < n ? square[i * stride + j] : T(i == j);
    const auto add_row = [&](int r, T f) {
      const T* row = &d.J[r * c.np() + first];
      // by fours: what lies beside the tree's columns is finite and meets zeros only
      CORTEN_UNROLL for (int j = 0; j < NP; j += 4) if (j < n) {
        CORTEN_UNROLL for (int e = 0; e < 4; ++e) h[j + e] = multiply_add(f, row[j + e], h[j + e]);
      }
    };
    if (which == Matrix::hessian)
      for_curved_rows(
          c, first + (real ? i : 0), nactive, ncon, [&](int r) { return d.efc_tree[r] == tree; },
          [&](int r, T f) { add_row(r, real ? f : T(0)); },
          [&](int row0, int dim, const T(&y)[6]) {
            CORTEN_ROLLED for (int k = 0; k < dim; ++k) add_row(row0 + k, real ? pick(y, k) : T(0));
          });
    if (which == Matrix::damped && real)
      add_damping(c, first + i, [&](int j, T x) {
        CORTEN_UNROLL for (int e = 0; e < NP; ++e) if (e == j - first) h[e] += x;
      });
    if (which == Matrix::damped && lopsided(c) && real)
      CORTEN_UNROLL for (int j = 0; j < NP; ++j) if (j < n) h[j] +=
          m.opt.timestep * d.bias_slope[c.tree_square(tree) + i * stride + j];
    CORTEN_UNROLL for (int k = 0; k < NB; ++k) b[k] = real ? rhs(k, first + i) : T(0);
    eliminate_by<kWarp>(c, which, warp, columns, h, b);
    if (real) CORTEN_UNROLL for (int k = 0; k < NB; ++k) put(k, first + i, b[k]);
  }
  c.sync();
}

// Trees that no row couples.
template <class C>
CORTEN_DEV void solve_trees(const C& c, Matrix which, int nactive, int ncon, const typename C::Scalar* rhs,
                            typename C::Scalar* result) {
  using T = typename C::Scalar;
  solve_blocks<1>(
      c, which, nactive, ncon, [&](int, int dof) { return rhs[dof]; },
      [&](int, int dof, T x) { result[dof] = x; });
}

// The rows of the list that couple trees; how many they are.
template <class C>
CORTEN_DEV int list_coupling(const C& c, int nactive) {
  const auto& d = c.world;
  int found = 0;
  CORTEN_ROLLED for (int first = 0; first < nactive; first += c.width()) {
    const int k = first + c.lane(), r = k < nactive ? d.efc_list[k] : 0;
    const bool couples = k < nactive && d.efc_tree[r] < 0 && d.efc_jv[r] > 0;
    int total = 0;
    const int at = found + c.team.before(couples, total);
    if (couples) d.coupling[at] = r;
    found += total;
  }
  c.sync();
  return found;
}

// (B + Uᵀ W U)⁻¹ g for the few rows U with weights W that couple trees (Woodbury): with X = B⁻¹ Uᵀ and x =
// B⁻¹ g it is x − X (W⁻¹ + U X)⁻¹ U x. X lies after the rows of the Jacobian.
template <class C>
CORTEN_DEV void solve_coupled_trees(const C& c, int nefc, int nactive, int ncon,
                                    const typename C::Scalar* rhs, typename C::Scalar* result) {
  using T = typename C::Scalar;
  constexpr int K = kMostCoupling;
  const auto& m = c.model();
  const auto& d = c.world;
  const int np = c.np(), n = list_coupling(c, nactive);
  if (n == 0) return solve_trees(c, Matrix::hessian, nactive, ncon, rhs, result);
  T *X = &d.J[nefc * np], *S = d.schur.data(), *y = S + K * K;
  const auto row = [&](int k) { return &d.J[d.coupling[k] * np]; };
  c.each_unsynced(n * (np - m.nv), [&](int i) { X[i / (np - m.nv) * np + m.nv + i % (np - m.nv)] = T(0); });
  solve_blocks<1 + K>(
      c, Matrix::hessian, nactive, ncon,
      [&](int k, int dof) { return k == 0   ? rhs[dof]
                                   : k <= n ? row(k - 1)[dof]
                                            : T(0); },
      [&](int k, int dof, T x) {
        if (k == 0)
          result[dof] = x;
        else if (k <= n)
          X[(k - 1) * np + dof] = x;
      });
  c.each(n * (n + 1), [&](int i) {
    const int k = i / (n + 1), l = i % (n + 1);
    if (l == n)
      y[k] = dot_row(c, row(k), result);
    else
      S[k * K + l] = dot_row(c, row(k), X + l * np) + (k == l ? 1 / d.efc_jv[d.coupling[k]] : T(0));
  });
  const Team<kWarp> warp(nullptr);  // every warp finds the same
  const int i = warp.lane();
  T h[K], b[1] = {i < n ? y[i] : T(0)};
  CORTEN_UNROLL for (int j = 0; j < K; ++j) h[j] = i < n && j < n ? S[i * K + j] : T(i == j);
  c.sync();
  eliminate<kWarp>(warp, d.column.data() + warp.index() * 2 * kWarp, h, b);
  if (warp.index() == 0 && i < n) y[i] = b[0];
  c.sync();
  c.each(m.nv, [&](int dof) {
    T x = result[dof];
    CORTEN_ROLLED for (int k = 0; k < n; ++k) x = multiply_add(-X[k * np + dof], y[k], x);
    result[dof] = x;
  });
}

// Rows that couple trees are few, and there is room beside the Jacobian for what they ask.
template <class C>
CORTEN_DEV bool couples_little(const C& c, const RowCounts& n) {
  return c.tables().couples_little && n.ncoupling <= kMostCoupling &&
         (n.nefc + n.ncoupling) * c.np() <= c.args.layout.sizes.nJ;
}

// Whether the world's memory has what the solve needs.
template <class C>
CORTEN_DEV bool solvable(const C& c, const RowCounts& n) {
  if constexpr (C::kRow > 0) return true;
  if (n.nefc * c.np() > c.args.layout.sizes.nJ) return false;
  return (c.tables().small_trees && n.ncoupling == 0) || couples_little(c, n) || c.args.layout.sizes.nH > 0;
}

}  // namespace corten::gpu
