// Trees with a warp each that contacts couple: every warp has the rows of its tree (apart.h), all share the
// few rows between trees. Such a row has two blocks of numbers, one for each tree; they lie after the rows of
// all trees: first blocks, second blocks, then what the solve needs.
#pragma once

#include "cuda/trees.h"

namespace corten::gpu {

// fn(row) for the rows of the context, and for those that couple trees, which the warps share; fn stands once
// in the code
template <class C, class Fn>
CORTEN_DEV void each_row(const C& c, int n, Fn fn) {
  if constexpr (C::OfTree) {
    const int own = (n + kWarp - 1) / kWarp * kWarp, end = c.ncoupling > 0 ? own + kWarp : own;
    CORTEN_ROLLED for (int k = c.lane(); k < end; k += kWarp) {
      const int q = c.team.block().lane();  // there are fewer such rows than lanes
      if (k < own ? k < n : q < c.ncoupling) fn(k < own ? k : c.coupling_row + q);
    }
  } else {
    CORTEN_ROLLED for (int r = c.lane(); r < n; r += c.width()) fn(r);
  }
}

// The two trees of a row that couples them.
struct TreePair {
  int tree[2];
};
template <class C>
CORTEN_DEV TreePair coupled_trees(const C& c, int q) {
  const int both = c.world.coupling[q];
  return {{both & 0xff, both >> 8}};
}

// Numbers of such a row at the dofs of one of its trees: side 0 or 1.
template <class C>
CORTEN_DEV typename C::Scalar* coupling_block(const C& c, int q, int side) {
  return &c.world.J[(c.coupling_row + side * c.ncoupling + q) * C::kRow];
}
// And B⁻¹ times them.
template <class C>
CORTEN_DEV typename C::Scalar* coupling_answer(const C& c, int q, int side) {
  return &c.world.J[(c.coupling_row + (2 + side) * c.ncoupling + q) * C::kRow];
}
// which side of the row this tree is, or −1
CORTEN_DEV int side_of(const TreePair& pair, int tree) {
  return pair.tree[0] == tree ? 0 : pair.tree[1] == tree ? 1 : -1;
}

// the same numbers of another tree: those of the warps lie side by side
template <class C, class T>
CORTEN_DEV const T* of_tree(const C& c, const T* v, int tree) {
  return v + (tree - c.tree) * apart_numbers(C::kRow);
}

// row · v; of a row that couples trees, first the one's part, then the other's
template <class C, class T>
CORTEN_DEV T row_times(const C& c, int r, const T* v) {
  if constexpr (C::OfTree) {
    const int q = r - c.coupling_row;
    const bool couples = q >= 0;
    const TreePair pair = couples ? coupled_trees(c, q) : TreePair{{c.tree, c.tree}};
    T sum = 0;
    CORTEN_ROLLED for (int side = 0; side <= int(couples); ++side) sum +=
        dot_row(c, couples ? coupling_block(c, q, side) : &c.world.J[r * c.np()],
                of_tree(c, v, side ? pair.tree[1] : pair.tree[0]));
    return sum;
  } else {
    return dot_row(c, &c.world.J[r * c.np()], v);
  }
}

// What the rows that couple trees push at a dof of this one.
template <class C>
CORTEN_DEV typename C::Scalar coupling_force(const C& c, int i) {
  using T = typename C::Scalar;
  T force = 0;
  CORTEN_ROLLED for (int q = 0; q < c.ncoupling; ++q) {
    const int side = side_of(coupled_trees(c, q), c.tree);
    if (side < 0) continue;
    force = multiply_add(coupling_block(c, q, side)[i], c.world.efc_force[c.coupling_row + q], force);
  }
  return force;
}

// U_k · X_l over the trees that both rows touch, of numbers that are kept by row and side
template <class C>
CORTEN_DEV typename C::Scalar coupling_product(const C& c, int k, int l) {
  typename C::Scalar sum = 0;
  const TreePair a = coupled_trees(c, k), b = coupled_trees(c, l);
  for (int side = 0; side < 2; ++side)
    if (const int other = side_of(b, a.tree[side]); other >= 0)
      sum += dot_row(c, coupling_block(c, k, side), coupling_answer(c, l, other));
  return sum;
}

// The rows that couple trees and act: bit q for row q. Every warp finds the same.
template <class C>
CORTEN_DEV unsigned acting_coupling(const C& c) {
  const int q = c.lane();
  return c.team.own().votes(q < c.ncoupling && c.world.efc_jv[c.coupling_row + q] > 0);
}

// The lowest row of a set, which it leaves; −1 from an empty one.
CORTEN_DEV int take_first(unsigned& set) {
  if (!set) return -1;
  const int q = bits_of((set & -set) - 1);
  set &= set - 1;
  return q;
}

// result = B⁻¹ g and, for the rows that act, X = B⁻¹ Uᵀ, several at a time; B: the matrix of the tree alone
template <class C>
CORTEN_DEV void answer_coupling(const C& c, Matrix which, int nactive, int ncon, unsigned acting,
                                const typename C::Scalar* rhs, typename C::Scalar* result) {
  using T = typename C::Scalar;
  constexpr int NP = C::kRow, kTogether = 4;
  const int i = c.lane() < NP ? c.lane() : NP - 1;
  bool first = true;
  do {
    T h[NP], b[1 + kTogether] = {};
    take_row(c, which, nactive, ncon, i, h);
    b[0] = c.lane() < c.ndof() ? rhs[i] : T(0);
    const int sides = acting ? 1 + kTogether : 1;
    unsigned asked = acting;
    const auto side_at = [&](int q) { return q < 0 ? -1 : side_of(coupled_trees(c, q), c.tree); };
    if (acting)
      unrolled<kTogether>([&](auto m) {
        const int q = take_first(asked), side = side_at(q);
        b[1 + m] = side < 0 ? T(0) : coupling_block(c, q, side)[i];
      });
    eliminate_by<C::kWidth>(c, which, c.team.own(), c.world.column.data(), h, b, sides);
    if (first && c.lane() < NP) result[i] = b[0];
    if (acting)
      unrolled<kTogether>([&](auto m) {
        const int q = take_first(acting), side = side_at(q);
        if (side >= 0 && c.lane() < NP) coupling_answer(c, q, side)[i] = b[1 + m];
      });
    first = false;
  } while (acting);
}

// S y = s for a few rows that lie one after another, each with its right-hand side, which becomes y. A lane
// has a row; loops stay rolled, for the sake of the instruction cache.
template <class T>
CORTEN_DEV void solve_few(const Team<kWarp>& warp, T* S, int n) {
  const int width = n + 1;
  T* row = S + warp.lane() * width;
  CORTEN_ROLLED for (int k = 0; k < n; ++k) {
    const T* pivot = S + k * width;
    if (warp.lane() < n && warp.lane() != k) {
      const T f = row[k] / pivot[k];
      CORTEN_ROLLED for (int j = k + 1; j <= n; ++j) row[j] = multiply_add(-f, pivot[j], row[j]);
    }
    warp.sync();
  }
  if (warp.lane() < n) row[n] /= row[warp.lane()];
}

// (B + Uᵀ W U)⁻¹ g for the rows U with weights W that couple trees (Woodbury): with X = B⁻¹ Uᵀ and x = B⁻¹ g
// it is x − X (W⁻¹ + U X)⁻¹ U x. Rows that do not act are left out.
template <class C>
CORTEN_DEV void solve_joint(const C& c, Matrix which, int nactive, int ncon, const typename C::Scalar* rhs,
                            typename C::Scalar* result) {
  using T = typename C::Scalar;
  constexpr int NP = C::kRow;
  const unsigned acting = c.joint() && which == Matrix::hessian ? acting_coupling(c) : 0u;
  answer_coupling(c, which, nactive, ncon, acting, rhs, result);
  const int n = bits_of(acting), i = c.lane() < NP ? c.lane() : NP - 1;
  const auto& block = c.team.block();
  int* list = &c.world.efc_list[n ? c.coupling_row : 0];  // of those rows
  if (block.lane() < kWarp && (acting >> block.lane() & 1u))
    list[bits_of(acting & ((1u << block.lane()) - 1))] = block.lane();
  c.sync();
  if (n == 0) return;
  T* S = &c.world.J[(c.coupling_row + 4 * c.ncoupling) * NP];
  CORTEN_ROLLED for (int e = block.lane(); e < n * (n + 1); e += block.width()) {
    const int k = e / (n + 1), l = e % (n + 1), row = c.coupling_row + list[k];
    S[e] = l == n ? row_times(c, row, static_cast<const T*>(result))
                  : coupling_product(c, list[k], list[l]) + (k == l ? 1 / c.world.efc_jv[row] : T(0));
  }
  c.sync();
  if (block.lane() < kWarp) solve_few(c.team.own(), S, n);
  c.sync();
  T x = result[i];
  CORTEN_ROLLED for (int k = 0; k < n; ++k) {
    const int q = list[k], side = side_of(coupled_trees(c, q), c.tree);
    if (side >= 0) x = multiply_add(-coupling_answer(c, q, side)[i], S[k * (n + 1) + n], x);
  }
  if (c.lane() < NP) result[i] = x;
  c.sync();
}

template <class C>
CORTEN_DEV void solve(const C& c, const RowCounts& n, Matrix which, int nactive, int ncon,
                      const typename C::Scalar* rhs, typename C::Scalar* result) {
  if constexpr (C::OfTree) {
    solve_joint(c, which, nactive, ncon, rhs, result);
  } else if constexpr (C::kRow > 0) {
    solve_in_registers(c, which, nactive, ncon, rhs, result);
  } else {
    if (c.tables().small_trees && (which != Matrix::hessian || n.ncoupling == 0))
      solve_trees(c, which, nactive, ncon, rhs, result);
    else if (couples_little(c, n))
      solve_coupled_trees(c, n.nefc, nactive, ncon, rhs, result);
    else
      solve_in_memory(c, which, nactive, ncon, rhs, result);
  }
}

}  // namespace corten::gpu
