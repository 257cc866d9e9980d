// Constants that do not depend on the configuration: masses of subtrees, trees, sleep policies.
#include <algorithm>
#include <vector>

#include "corten/sim/set_const_parts.h"
#include "corten/sim/sleep_ties.h"

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

void set_tendon_trees(Model& m) {
  for (int i = 0; i < m.ntendon; ++i) {
    const std::vector<int> trees = tendon_trees(m, i);
    m.tendon_treenum[i] = static_cast<int>(trees.size());
    m.tendon_treeid[i] = {trees.size() > 0 ? trees[0] : -1, trees.size() > 1 ? trees[1] : -1};
  }
}

void never_sleep(Model& m, int tree) {
  if (m.tree_sleep_policy[tree] == mjSLEEP_AUTO) m.tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
}

bool sleeps_by_wish(const Model& m, int tree) {
  return m.tree_sleep_policy[tree] == mjSLEEP_ALLOWED || m.tree_sleep_policy[tree] == mjSLEEP_INIT;
}

std::string set_sleep_policies(Model& m) {
  std::string error;
  for_each_tie(m, [&](const SleepTie& tie, int tree) {
    if (tie.type == mjOBJ_TENDON && sleeps_by_wish(m, tree) && error.empty())
      error = "tree with a sleep policy is coupled to other trees by a tendon";
    never_sleep(m, tree);
  });
  for (int& policy : m.tree_sleep_policy)
    if (policy == mjSLEEP_AUTO) policy = mjSLEEP_AUTO_ALLOWED;
  return error;
}

}  // namespace

std::string set_fixed_constants(Model& m) {
  set_masses(m);
  set_trees(m);
  set_tendon_trees(m);
  return set_sleep_policies(m);
}

}  // namespace corten
