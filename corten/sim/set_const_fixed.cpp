// Constants that do not depend on the configuration: masses of subtrees, trees, sleep policies.
#include <algorithm>
#include <vector>

#include "corten/sim/set_const_parts.h"

namespace corten {
namespace {

void set_masses(Model& m) {
  std::copy(m.body_mass.begin(), m.body_mass.end(), m.body_subtreemass.begin());
  for (int body = m.nbody - 1; body > 0; --body)
    m.body_subtreemass[m.body_parentid[body]] += m.body_subtreemass[body];
  m.ngravcomp = static_cast<int>(
      std::count_if(m.body_gravcomp.begin(), m.body_gravcomp.end(), [](Real c) { return c > 0; }));
}

void set_trees(Model& m) {
  for (int tree = 0; tree < m.ntree; ++tree) {
    m.tree_bodyadr[tree] = m.tree_dofadr[tree] = -1;
    m.tree_bodynum[tree] = m.tree_dofnum[tree] = 0;
  }
  for (int body = 0; body < m.nbody; ++body) {
    const int weld = m.body_weldid[body];
    const int tree = m.body_dofnum[weld] ? m.dof_treeid[m.body_dofadr[weld]] : -1;
    m.body_treeid[body] = tree;
    if (tree >= 0 && m.tree_bodynum[tree]++ == 0) m.tree_bodyadr[tree] = body;
  }
  for (int dof = 0; dof < m.nv; ++dof)
    if (const int tree = m.dof_treeid[dof]; m.tree_dofnum[tree]++ == 0) m.tree_dofadr[tree] = dof;
}

// tree of an element of a tendon's path, −1 if none
int path_tree(const Model& m, int path) {
  const int id = m.wrap_objid[path];
  switch (m.wrap_type[path]) {
    case mjWRAP_JOINT:
      return m.body_treeid[m.jnt_bodyid[id]];
    case mjWRAP_SITE:
      return m.body_treeid[m.site_bodyid[id]];
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER:
      return m.body_treeid[m.geom_bodyid[id]];
    default:
      return -1;
  }
}

std::vector<int> tendon_trees(const Model& m, int tendon) {
  std::vector<int> trees;
  const int first = m.tendon_adr[tendon];
  for (int path = first; path < first + m.tendon_num[tendon]; ++path)
    if (const int tree = path_tree(m, path);
        tree >= 0 && std::find(trees.begin(), trees.end(), tree) == trees.end())
      trees.push_back(tree);
  return trees;
}

void set_tendon_trees(Model& m) {
  for (int i = 0; i < m.ntendon; ++i) {
    const std::vector<int> trees = tendon_trees(m, i);
    m.tendon_treenum[i] = static_cast<int>(trees.size());
    m.tendon_treeid[i] = {trees.size() > 0 ? trees[0] : -1, trees.size() > 1 ? trees[1] : -1};
  }
}

void never_sleep(Model& m, int tree) {
  if (tree >= 0 && m.tree_sleep_policy[tree] == mjSLEEP_AUTO) m.tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
}

void keep_actuated_awake(Model& m, int actuator) {
  const int id = m.actuator_trnid[actuator][0];
  switch (m.actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return never_sleep(m, m.body_treeid[m.jnt_bodyid[id]]);
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK:
      return never_sleep(m, m.body_treeid[m.site_bodyid[id]]);
    case mjTRN_BODY:
      return never_sleep(m, m.body_treeid[id]);
    case mjTRN_TENDON:
      for (const int tree : tendon_trees(m, id)) never_sleep(m, tree);
      return;
    default:
      return;
  }
}

// A tendon that couples trees by force keeps them awake; a tree the user lets sleep must not be on one.
bool keep_coupled_awake(Model& m, int tendon) {
  const std::vector<int> trees = tendon_trees(m, tendon);
  const bool passive = m.tendon_stiffness[tendon] != 0 || m.tendon_damping[tendon] != 0;
  if (trees.size() < 2 || (trees.size() == 2 && !passive)) return true;
  for (const int tree : trees) {
    const int policy = m.tree_sleep_policy[tree];
    if (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT) return false;
    never_sleep(m, tree);
  }
  return true;
}

void keep_flexes_awake(Model& m) {
  for (int flex = 0; flex < m.nflex; ++flex) {
    const bool nodes = m.flex_interp[flex] != 0;
    const int first = nodes ? m.flex_nodeadr[flex] : m.flex_vertadr[flex];
    const int count = nodes ? m.flex_nodenum[flex] : m.flex_vertnum[flex];
    for (int i = first; i < first + count; ++i)
      never_sleep(m, m.body_treeid[nodes ? m.flex_nodebodyid[i] : m.flex_vertbodyid[i]]);
  }
}

std::string set_sleep_policies(Model& m) {
  for (int i = 0; i < m.nu; ++i) keep_actuated_awake(m, i);
  for (int i = 0; i < m.ntendon; ++i)
    if (!keep_coupled_awake(m, i)) return "tree with a sleep policy is coupled to other trees by a tendon";
  keep_flexes_awake(m);
  for (int& policy : m.tree_sleep_policy)
    if (policy == mjSLEEP_AUTO) policy = mjSLEEP_AUTO_ALLOWED;
  return {};
}

}  // namespace

std::string set_fixed_constants(Model& m) {
  set_masses(m);
  set_trees(m);
  set_tendon_trees(m);
  return set_sleep_policies(m);
}

}  // namespace corten
