// The kinematic tree: bodies in order, each with its joints, dofs and geoms in a row, and what follows from
// it.
#include <algorithm>
#include <vector>

#include "corten/model/sparsity.h"
#include "corten/model/structure.h"
#include "corten/model/validate_parts.h"

namespace corten {
namespace {

struct Running {
  int joint = 0, qpos = 0, dof = 0, geom = 0, mocap = 0;
};

void check_joint(const Model& m, int joint, int body, Running& at, Checker& c) {
  c.same("jnt_bodyid", joint, m.jnt_bodyid[joint], body);
  c.same("jnt_qposadr", joint, m.jnt_qposadr[joint], at.qpos);
  c.same("jnt_dofadr", joint, m.jnt_dofadr[joint], at.dof);
  at.qpos += qpos_width(m.jnt_type[joint]);
  for (const int end = at.dof + dof_width(m.jnt_type[joint]); at.dof < end && at.dof < m.nv; ++at.dof) {
    c.same("dof_bodyid", at.dof, m.dof_bodyid[at.dof], body);
    c.same("dof_jntid", at.dof, m.dof_jntid[at.dof], joint);
  }
}

void check_body(const Model& m, int body, Running& at, Checker& c) {
  const int parent = m.body_parentid[body];
  c.require(body == 0 || parent < body, "body_parentid", body, parent, " is not an earlier body");
  c.same("body_rootid", body, m.body_rootid[body], body == 0 || parent == 0 ? body : m.body_rootid[parent]);
  const bool welded = body > 0 && m.body_jntnum[body] == 0;
  c.same("body_weldid", body, m.body_weldid[body], welded ? m.body_weldid[parent] : body);
  if (m.body_mocapid[body] >= 0) c.same("body_mocapid", body, m.body_mocapid[body], at.mocap++);
  const int dof = at.dof;
  if (m.body_jntnum[body] > 0) c.same("body_jntadr", body, m.body_jntadr[body], at.joint);
  if (m.body_dofnum[body] > 0) c.same("body_dofadr", body, m.body_dofadr[body], at.dof);
  if (m.body_geomnum[body] > 0) c.same("body_geomadr", body, m.body_geomadr[body], at.geom);
  if (!c.ok()) return;
  for (int i = 0; i < m.body_jntnum[body]; ++i) check_joint(m, at.joint++, body, at, c);
  c.same("body_dofnum", body, m.body_dofnum[body], at.dof - dof);
  for (int i = 0; i < m.body_geomnum[body]; ++i, ++at.geom)
    c.same("geom_bodyid", at.geom, m.geom_bodyid[at.geom], body);
}

void check_bodies(const Model& m, Checker& c) {
  Running at;
  for (int body = 0; body < m.nbody && c.ok(); ++body) check_body(m, body, at, c);
  c.same("njnt", m.njnt, at.joint);
  c.same("nq", m.nq, at.qpos);
  c.same("nv", m.nv, at.dof);
  c.same("ngeom", m.ngeom, at.geom);
  c.same("nmocap", m.nmocap, at.mocap);
  c.ids("body_simple", m.body_simple, 0, 3);
  c.ids("body_sameframe", m.body_sameframe, 0, mjSAMEFRAME_INERTIAROT + 1);
}

// the last dof above a body, -1 if there is none
int dof_above(const Model& m, int body) {
  const int moving = m.body_weldid[m.body_parentid[body]];
  return m.body_dofnum[moving] > 0 ? m.body_dofadr[moving] + m.body_dofnum[moving] - 1 : -1;
}

void check_dofs(const Model& m, Checker& c) {
  int tree = -1;
  std::int64_t entries = 0;
  std::vector<int> depth(static_cast<std::size_t>(m.nv));
  for (int i = 0; i < m.nv && c.ok(); ++i) {
    const int body = m.dof_bodyid[i], parent = m.dof_parentid[i];
    c.same("dof_parentid", i, parent, i > m.body_dofadr[body] ? i - 1 : dof_above(m, body));
    if (!c.ok()) return;
    tree += parent < 0;
    c.same("dof_treeid", i, m.dof_treeid[i], parent < 0 ? tree : m.dof_treeid[parent]);
    depth[static_cast<std::size_t>(i)] = 1 + (parent < 0 ? 0 : depth[static_cast<std::size_t>(parent)]);
    c.same("dof_Madr", i, m.dof_Madr[i], entries);
    entries += depth[static_cast<std::size_t>(i)];
  }
  c.same("nM", m.nM, entries);
  c.same("ntree", m.ntree, tree + 1);
  for (int i = m.nv - 1, run = 0; i >= 0 && c.ok(); --i) {
    run = m.body_simple[m.dof_bodyid[i]] ? run + 1 : 0;
    c.same("dof_simplenum", i, m.dof_simplenum[i], run);
  }
}

void check_trees(const Model& m, Checker& c) {
  std::vector<int> adr(static_cast<std::size_t>(m.ntree), -1), num(adr.size()), dofs(adr.size());
  for (int body = 0; body < m.nbody && c.ok(); ++body) {
    const int weld = m.body_weldid[body];
    const int tree = m.body_dofnum[weld] ? m.dof_treeid[m.body_dofadr[weld]] : -1;
    c.same("body_treeid", body, m.body_treeid[body], tree);
    if (tree < 0) continue;
    if (num[static_cast<std::size_t>(tree)]++ == 0) adr[static_cast<std::size_t>(tree)] = body;
  }
  for (int i = 0; i < m.nv; ++i) ++dofs[static_cast<std::size_t>(m.dof_treeid[i])];
  for (int tree = 0, dof = 0; tree < m.ntree && c.ok(); dof += dofs[static_cast<std::size_t>(tree++)]) {
    const auto t = static_cast<std::size_t>(tree);
    c.same("tree_bodyadr", tree, m.tree_bodyadr[tree], adr[t]);
    c.same("tree_bodynum", tree, m.tree_bodynum[tree], num[t]);
    c.same("tree_dofadr", tree, m.tree_dofadr[tree], dof);
    c.same("tree_dofnum", tree, m.tree_dofnum[tree], dofs[t]);
  }
  c.ids("tree_sleep_policy", m.tree_sleep_policy, 0, mjSLEEP_INIT + 1);
}

// ---- sparsity: what the compiler would write ----

void check_sparsity_sizes(const Model& m, Checker& c) {
  std::int64_t entries = 0, body_entries = 0;
  std::vector<std::int64_t> subtree(static_cast<std::size_t>(m.nbody)), above(subtree);
  for (int i = 0; i < m.nv; ++i)
    entries += m.dof_simplenum[i] ? 1 : (i + 1 < m.nv ? m.dof_Madr[i + 1] : m.nM) - m.dof_Madr[i];
  const auto at = [](auto& list, int i) -> auto& { return list[static_cast<std::size_t>(i)]; };
  for (int b = m.nbody - 1; b >= 0; --b) {
    at(subtree, b) += m.body_dofnum[b];
    if (b > 0) at(subtree, m.body_parentid[b]) += at(subtree, b);
  }
  for (int b = 0; b < m.nbody && m.nv > 0; ++b) {
    const int parent = m.body_parentid[b];
    if (b > 0) at(above, b) = at(above, parent) + m.body_dofnum[parent];
    body_entries += at(subtree, b) + at(above, b);
  }
  c.same("nC", m.nC, entries);
  c.same("nD", m.nD, 2 * std::int64_t{m.nM} - m.nv);
  c.same("nB", m.nB, body_entries);
}

void check_sparsity(const Model& m, Checker& c) {
  check_sparsity_sizes(m, c);
  if (!c.ok()) return;
  Sizes sizes;
  sizes.nbody = m.nbody, sizes.nv = m.nv, sizes.nB = m.nB, sizes.nC = m.nC, sizes.nD = m.nD;
  Model follows(sizes);
  const auto copy = [](const auto& from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
  copy(m.dof_parentid, follows.dof_parentid), copy(m.dof_bodyid, follows.dof_bodyid);
  copy(m.dof_simplenum, follows.dof_simplenum), copy(m.dof_Madr, follows.dof_Madr);
  copy(m.body_parentid, follows.body_parentid), copy(m.body_dofadr, follows.body_dofadr);
  copy(m.body_dofnum, follows.body_dofnum);
  fill_sparsity(follows);
  // the group's own list of fields, of both models side by side
  std::vector<std::span<const int>> expected;
  SparsityFields::visit(follows, follows.sizes(),
                        [&](const char*, auto& view, auto) { expected.push_back(view.span()); });
  std::size_t next = 0;
  SparsityFields::visit(m, m.sizes(), [&](const char* name, const auto& view, auto) {
    const std::span<const int> want = expected[next++];
    for (int i = 0; i < view.size(); ++i) c.same(name, i, view[i], want[static_cast<std::size_t>(i)]);
  });
}

}  // namespace

void validate_tree(const Model& m, Checker& c) {
  for (const auto check : {check_bodies, check_dofs, check_trees, check_sparsity})
    if (c.ok()) check(m, c);
}

}  // namespace corten
