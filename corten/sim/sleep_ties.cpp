#include "corten/sim/sleep_ties.h"

#include <algorithm>

namespace corten {
namespace {

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

// trees that an actuator moves; where it leans on is not among them
std::vector<int> actuated_trees(const Model& m, int actuator) {
  const int id = m.actuator_trnid[actuator][0];
  switch (m.actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return {m.body_treeid[m.jnt_bodyid[id]]};
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK:
      return {m.body_treeid[m.site_bodyid[id]]};
    case mjTRN_BODY:
      return {m.body_treeid[id]};
    case mjTRN_TENDON:
      return tendon_trees(m, id);
    default:
      return {};
  }
}

// trees that a tendon couples by force
std::vector<int> coupled_trees(const Model& m, int tendon) {
  const std::vector<int> trees = tendon_trees(m, tendon);
  const bool passive = m.tendon_stiffness[tendon] != 0 || m.tendon_damping[tendon] != 0;
  return trees.size() > 2 || (trees.size() == 2 && passive) ? trees : std::vector<int>{};
}

std::vector<int> flex_trees(const Model& m, int flex) {
  const bool nodes = m.flex_interp[flex] != 0;
  const int first = nodes ? m.flex_nodeadr[flex] : m.flex_vertadr[flex];
  const int count = nodes ? m.flex_nodenum[flex] : m.flex_vertnum[flex];
  std::vector<int> trees;
  for (int i = first; i < first + count; ++i)
    trees.push_back(m.body_treeid[nodes ? m.flex_nodebodyid[i] : m.flex_vertbodyid[i]]);
  return trees;
}

}  // namespace

void for_each_tie(const Model& m, const std::function<void(const SleepTie& tie, int tree)>& fn) {
  const auto hold = [&](mjtObj type, int count, auto trees_of) {
    for (int id = 0; id < count; ++id)
      for (const int tree : trees_of(m, id))
        if (tree >= 0) fn({type, id}, tree);
  };
  hold(mjOBJ_ACTUATOR, m.nu, actuated_trees);
  hold(mjOBJ_TENDON, m.ntendon, coupled_trees);
  hold(mjOBJ_FLEX, m.nflex, flex_trees);
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

}  // namespace corten
