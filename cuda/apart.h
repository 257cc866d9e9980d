// Rows and accelerations of a world of trees: every tree by a warp of its own. Trees that no contact couples
// are solved as if each were a world, without waiting for the others; others go along with each other
// (joint.h).
#pragma once

#include "cuda/newton.h"

namespace corten::gpu {

// The tree in its world; its rows begin at `row` of the world's. joint: it goes along with the other trees.
template <class C>
CORTEN_DEV auto tree_context(const C& c, int tree, int row, bool joint = false) {
  constexpr int NP = C::kTreeRow;
  const auto& m = c.model();
  using Tree = Context<typename C::Scalar, kWarp, NP, C::kFeatures, Scope::tree>;
  Tree x{c.args, c.world, typename Tree::Lanes(c.team.mail(), joint), false, c.memory, c.number};
  x.tree = tree, x.tree_first = m.tree_dofadr[tree], x.tree_count = m.tree_dofnum[tree];
  auto& d = x.world;
  auto* own = d.apart.data() + x.team.index() * apart_numbers(NP);
  d.qvel.p = own, d.qacc_warmstart.p = own + NP, d.qfrc_smooth.p = own + 2 * NP, d.qacc.p = own + 3 * NP;
  d.Ma.p = own + 4 * NP, d.search.p = own + 5 * NP, d.grad.p = d.qacc_smooth.p = own + 6 * NP;
  d.qfrc_constraint.p = own + 7 * NP, d.column.p = own + 8 * NP;
  d.M.p = c.tree_inertia(tree), d.bias_slope.p += c.tree_square(tree), d.J.p += row * NP;
  d.efc_D.p += row, d.efc_jar.p += row, d.efc_force.p += row, d.efc_list.p += row;
  d.efc_jv.p += row, d.efc_aref.p += row;
  return x;
}

// do_tree(tree) for all of them, a warp to each
template <class C, class Item>
CORTEN_DEV void each_tree(const C& c, Item item) {
  const Team<kWarp> warp(nullptr);
  CORTEN_ROLLED for (int tree = warp.index(); tree < c.model().ntree; tree += c.width() / kWarp) item(tree);
  c.sync();
}

// Rows of a tree before they are made.
template <class C>
CORTEN_DEV int count_rows(const C& c, int ncon) {
  using T = typename C::Scalar;
  const auto& t = c.tables();
  const RowRange limits = c.limits();
  int rows = 0;
  CORTEN_ROLLED for (int i = c.lane(); i < limits.count; i += c.width()) {
    T margin = 0;
    const T pos = limit_distance(c, t.limits[limits.first + i], margin);
    rows += pos < margin;
  }
  CORTEN_ROLLED for (int i = c.lane(); i < ncon; i += c.width()) rows += rows_of_contact(c, i);
  return c.team.sum(rows) + equality_rows(c) + c.frictions().count;
}

// Whether what couples the trees, or the room for rows, does not let them be solved for by their warps. In
// tree_note the rows of each tree, in ncoupling those between trees.
template <class C>
CORTEN_DEV bool solved_together(const C& c, int ncon, int& ncoupling) {
  const auto& t = c.tables();
  const auto& d = c.world;
  const auto& room = c.args.layout.sizes;
  constexpr int NP = C::kTreeRow;
  if (!t.apart) return true;
  ncoupling = 0;
  CORTEN_ROLLED for (int i = c.lane(); i < ncon; i += c.width()) if (t.pairs[d.contact[i].pair].tree < 0)
      ncoupling += rows_of_contact(c, i);
  ncoupling = c.team.sum(ncoupling);
  each_tree(c, [&](int tree) {
    const auto x = tree_context(c, tree, 0);
    const int rows = count_rows(x, ncon);
    if (x.lane() == 0) d.tree_note[tree] = rows;
  });
  int rows = ncoupling;
  CORTEN_ROLLED for (int tree = 0; tree < c.model().ntree; ++tree) rows += d.tree_note[tree];
  const int blocks = rows + 3 * ncoupling + (ncoupling * (ncoupling + 1) + NP - 1) / NP;
  if (rows > room.nefc || blocks * NP > room.nJ) return true;
  if (ncoupling == 0) return false;
  return c.cones() || ncoupling > kMostJointCoupling || c.model().ntree * kWarp != c.width();
}

// The numbers of a tree that the solve reads, padded with zeros.
template <class C, class X>
CORTEN_DEV void read_tree(const C& c, const X& x) {
  using T = typename C::Scalar;
  auto& d = x.world;
  x.each(x.np(), [&](int i) {
    const bool real = i < x.ndof();
    const int dof = x.first_dof() + i;
    d.qvel[i] = real ? c.world.qvel[dof] : T(0);
    d.qacc_warmstart[i] = real ? c.world.qacc_warmstart[dof] : T(0);
    d.qfrc_smooth[i] = real ? c.world.qfrc_smooth[dof] : T(0);
    d.qacc[i] = d.Ma[i] = d.search[i] = d.grad[i] = d.qfrc_constraint[i] = T(0);
  });
}

template <class C, class X>
CORTEN_DEV void write_tree(const C& c, const X& x) {
  x.each_unsynced(x.ndof(), [&](int i) {
    const int dof = x.first_dof() + i;
    c.world.qacc[dof] = x.world.qacc[i];
    c.world.Ma[dof] = x.world.Ma[i];
    c.world.qfrc_constraint[dof] = x.world.qfrc_constraint[i];
  });
}

// first row of a tree
template <class C>
CORTEN_DEV int rows_before(const C& c, int tree) {
  int row = 0;
  CORTEN_ROLLED for (int k = 0; k < tree; ++k) row += c.world.tree_note[k];
  return row;
}

// contacts remember their rows among those of the world
template <class C, class X>
CORTEN_DEV void place_contact_rows(const C& c, const X& x, int ncon, int row) {
  x.each_unsynced(ncon, [&](int i) {
    auto& con = c.world.contact[i];
    if (x.owns(con) && con.row >= 0) con.row += row;
  });
}

// Rows of contacts between trees, from `row` on.
template <class C>
CORTEN_DEV void soften_coupling(const C& c, int ncon, int row) {
  const auto& m = c.model();
  const auto& d = c.world;
  int found = 0;
  CORTEN_ROLLED for (int first = 0; first < ncon; first += c.width()) {
    const int i = first + c.lane();
    const bool couples = i < ncon && c.tables().pairs[d.contact[i].pair].tree < 0;
    const int rows = couples ? rows_of_contact(c, i) : 0;
    int total = 0;
    const int at = found + c.team.before(rows, total);
    found += total;
    if (rows == 0) continue;
    const auto& p = c.tables().pairs[d.contact[i].pair];
    d.contact[i].row = row + at;
    soften_contact(c, i, row + at);
    CORTEN_ROLLED for (int k = 0; k < rows; ++k) d.coupling[at + k] =
        m.body_treeid[p.body1] | m.body_treeid[p.body2] << 8;
  }
  c.sync();
}

// Their numbers at the dofs of a tree. Contacts know their rows among those of the world.
template <class C, class X>
CORTEN_DEV void coupling_jacobian(const C& c, const X& x, int ncon, int row) {
  using T = typename C::Scalar;
  const auto& m = c.model();
  const auto& d = c.world;
  CORTEN_ROLLED for (int k = 0; k < ncon; ++k) {
    const auto& con = d.contact[k];
    const PairParams<T>& p = c.tables().pairs[con.pair];
    if (con.row < row || p.tree >= 0) continue;
    const int side = m.body_treeid[p.body1] == x.tree ? 0 : m.body_treeid[p.body2] == x.tree ? 1 : -1;
    if (side < 0) continue;
    x.each_unsynced(x.np(), [&](int i) {
      const bool moved = i < x.ndof() && (side ? p.chain2 : p.chain1) >> i & 1u;
      const int dof = x.first_dof() + (i < x.ndof() ? i : 0);
      contact_entries(x, con, dof, T(moved ? 2 * side - 1 : 0), coupling_block(x, con.row - row, side) + i);
    });
  }
  x.sync();
}

// Accelerations of all trees, each by its warp: alone, or together where rows couple them. The most
// iterations of one.
template <class C>
CORTEN_DEV int solve_by_trees(const C& c, int ncon, int ncoupling) {
  auto& d = c.world;
  const int ntree = c.model().ntree, end = rows_before(c, ntree);
  if (ncoupling > 0) soften_coupling(c, ncon, end);
  int most = 0;
  each_tree(c, [&](int tree) {
    const int row = rows_before(c, tree);
    auto x = tree_context(c, tree, row, ncoupling > 0);
    if (ncoupling > 0) x.ncoupling = ncoupling, x.coupling_row = end - row;
    read_tree(c, x);
    const RowCounts n = soften_rows(x, ncon);
    jacobian(x, n);
    if (ncoupling > 0) coupling_jacobian(c, x, ncon, end);
    references(x, n);
    const int iterations = newton(x, n, ncon);
    most = iterations > most ? iterations : most;
    write_tree(c, x);
    place_contact_rows(c, x, ncon, row);
    x.sync();
  });
  const Team<kWarp> warp(nullptr);
  if (warp.lane() == 0 && warp.index() < ntree) d.tree_note[warp.index()] = most;
  c.sync();
  most = 0;
  CORTEN_ROLLED for (int k = 0; k < ntree && k < c.width() / kWarp; ++k) most =
      d.tree_note[k] > most ? d.tree_note[k] : most;
  return most;
}

}  // namespace corten::gpu
