#include "corten/constraint/tree_graph.h"

#include <algorithm>

#include "corten/constraint/jacobian_products.h"
#include "corten/smooth/contact_side.h"

namespace corten {
namespace {

// Disjoint sets of trees; the smallest member stands for the set. −1: in no constraint yet.
class TreeSets {
 public:
  explicit TreeSets(std::span<int> parent) : parent_(parent) { std::fill(parent.begin(), parent.end(), -1); }

  void touch(int tree) {
    if (parent_[tree] < 0) parent_[tree] = tree;
  }
  void join(int a, int b) {
    touch(a);
    touch(b);
    a = find(a), b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  int find(int tree) {
    while (parent_[tree] != tree) tree = parent_[tree] = parent_[parent_[tree]];
    return tree;
  }

 private:
  std::span<int> parent_;
};

// Bodies that decide by themselves which trees a row couples, whatever its numbers; −1 if the row must be
// read.
struct RowBodies {
  int body1 = -1;
  int body2 = -1;
};

RowBodies row_bodies(const Model& m, const Data& d, int row) {
  const int id = d.efc_id[row];
  switch (d.efc_type[row]) {
    case mjCNSTR_EQUALITY: {
      if (m.eq_type[id] != mjEQ_CONNECT && m.eq_type[id] != mjEQ_WELD) return {};
      const int obj1 = m.eq_obj1id[id], obj2 = m.eq_obj2id[id];
      if (m.eq_objtype[id] == mjOBJ_SITE) return {m.site_bodyid[obj1], m.site_bodyid[obj2]};
      return {obj1, obj2};
    }
    case mjCNSTR_FRICTION_DOF:
      return {m.dof_bodyid[id], m.dof_bodyid[id]};
    case mjCNSTR_LIMIT_JOINT:
      return {m.jnt_bodyid[id], m.jnt_bodyid[id]};
    case mjCNSTR_CONTACT_FRICTIONLESS:
    case mjCNSTR_CONTACT_PYRAMIDAL:
    case mjCNSTR_CONTACT_ELLIPTIC:
      if (!between_geoms(d.contact[id])) return {};
      return {m.geom_bodyid[d.contact[id].geom[0]], m.geom_bodyid[d.contact[id].geom[1]]};
  }
  return {};
}

// Each row of a flex equality has columns of its own; other objects' rows share theirs.
bool repeats_previous(const Model& m, const Data& d, int row) {
  if (row == 0 || d.efc_type[row] != d.efc_type[row - 1] || d.efc_id[row] != d.efc_id[row - 1]) return false;
  if (d.efc_type[row] != mjCNSTR_EQUALITY) return true;
  const int type = m.eq_type[d.efc_id[row]];
  return type != mjEQ_FLEX && type != mjEQ_FLEXVERT;
}

int couple_bodies(const Model& m, const RowBodies& bodies, TreeSets& sets) {
  int tree1 = m.body_treeid[bodies.body1], tree2 = m.body_treeid[bodies.body2];
  if (tree1 < 0) tree1 = tree2;
  if (tree2 < 0) tree2 = tree1;
  if (tree1 >= 0) sets.join(tree1, tree2);
  return tree1;
}

// The first tree of a row; zeros of a dense row do not count.
int first_tree(const Model& m, const Csr& J, int row) {
  for (int k = 0; k < J.nnz(row); ++k)
    if (!J.is_dense() || J.row(row)[k] != 0) return m.dof_treeid[J.is_dense() ? k : J.row_cols(row)[k]];
  return -1;
}

// A contact whose rows belong each to its own first tree, whatever trees the contact's first row has coupled:
// where a later row reaches a tree that the first does not, the oracle leaves them apart.
bool touches_flex(const Data& d, int row) {
  return d.efc_type[row] >= mjCNSTR_CONTACT_FRICTIONLESS && !between_geoms(d.contact[d.efc_id[row]]);
}

// Links trees met one after the other along the row; zeros of a dense row are not met.
int couple_columns(const Model& m, const Csr& J, int row, TreeSets& sets) {
  int first = -1, last = -1;
  for (int k = 0; k < J.nnz(row); ++k) {
    if (J.is_dense() && J.row(row)[k] == 0) continue;
    const int tree = m.dof_treeid[J.is_dense() ? k : J.row_cols(row)[k]];
    if (tree == last) continue;
    sets.join(last < 0 ? tree : last, tree);
    if (first < 0) first = tree;
    last = tree;
  }
  return first;
}

}  // namespace

int couple_trees(const Model& m, const Data& d, std::span<int> tree_island, std::span<int> row_tree) {
  const Csr J = constraint_jacobian(m, d);
  TreeSets sets(tree_island);
  for (int row = 0; row < d.nefc; ++row) {
    if (repeats_previous(m, d, row)) {
      const int own = touches_flex(d, row) ? first_tree(m, J, row) : -1;
      row_tree[row] = own >= 0 ? own : row_tree[row - 1];
      continue;
    }
    const RowBodies bodies = row_bodies(m, d, row);
    row_tree[row] = bodies.body1 >= 0 ? couple_bodies(m, bodies, sets) : couple_columns(m, J, row, sets);
  }
  int nisland = 0;
  for (int tree = 0; tree < m.ntree; ++tree) {  // sets point to smaller trees, already numbered
    if (tree_island[tree] < 0) continue;
    tree_island[tree] = tree_island[tree] == tree ? nisland++ : tree_island[tree_island[tree]];
  }
  return nisland;
}

}  // namespace corten
