#include "corten/smooth/sleep.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "corten/smooth/kinematics_core.h"

namespace corten {
namespace {

// Bit for bit: −0 is not zero.
bool all_zero(const Real* values, int count) {
  std::uint64_t any = 0;
  for (int i = 0; i < count; ++i) {
    std::uint64_t bits;
    std::memcpy(&bits, values + i, sizeof bits);
    any |= bits;
  }
  return any == 0;
}

bool may_sleep(const Model& m, int tree) {
  const int policy = m.tree_sleep_policy[tree];
  return policy != mjSLEEP_NEVER && policy != mjSLEEP_AUTO_NEVER;
}

bool pushed(const Model& m, const Data& d, int tree) {
  const Wrench<Real>* forces = d.xfrc_applied.data() + m.tree_bodyadr[tree];
  return !all_zero(d.qfrc_applied.data() + m.tree_dofadr[tree], m.tree_dofnum[tree]) ||
         !all_zero(reinterpret_cast<const Real*>(forces), 6 * m.tree_bodynum[tree]);
}

// Largest speed of a dof as if it moved a point of the body along a line, below the tolerance.
bool slower_than(const Model& m, const Data& d, int tree, Real tolerance) {
  const int first = m.tree_dofadr[tree], last = first + m.tree_dofnum[tree];
  for (int dof = first; dof < last; ++dof)
    if (m.dof_length[dof] * std::abs(d.qvel[dof]) >= tolerance) return false;
  return true;
}

bool at_rest(const Model& m, const Data& d, int tree, Real tolerance) {
  if (tolerance == 0) return all_zero(d.qvel.data() + m.tree_dofadr[tree], m.tree_dofnum[tree]);
  return slower_than(m, d, tree, tolerance);
}

bool can_sleep(const Model& m, const Data& d, int tree, Real tolerance) {
  return may_sleep(m, tree) && !pushed(m, d, tree) && at_rest(m, d, tree, tolerance);
}

// Wakes a tree and all that sleep with it; the counter of one awake already can only fall.
bool wake_tree(Data& d, int tree, int counter) {
  int* asleep = d.tree_asleep.data();
  if (asleep[tree] < 0) {
    asleep[tree] = std::min(asleep[tree], counter);
    return false;
  }
  const int ntree = d.tree_asleep.size();
  for (int next = tree; next >= 0 && next < ntree && asleep[next] >= 0;)
    next = std::exchange(asleep[next], counter);
  return true;
}

void place_awake(const Model& m, Data& d) {
  for (const Run run : AwakeOnly(m, d).bodies())
    for (int body = run.first; body < run.last; ++body)
      if (d.body_awake[body] != mjS_STATIC) place_body(m, d, body);
}

// A free body that is where its unit quaternion and position are: what most sleepers are, seen at once.
bool is_at_rest_place(const Model& m, const Data& d, int body) {
  const int jnt = m.body_jntadr[body];
  if (m.body_jntnum[body] != 1 || m.jnt_type[jnt] != mjJNT_FREE) return false;
  const Real* q = d.qpos.data() + m.jnt_qposadr[jnt];
  const Quat<Real> quat = load_quat(q + 3);
  return d.xpos[body] == load_vec3(q) && d.xquat[body] == quat && std::abs(norm(quat) - 1) <= kMinVal<Real>;
}

// True when joints of the tree put a body elsewhere than it was. Flattened: this is what a sleeper costs.
[[gnu::flatten]] bool has_moved(const Model& m, Data& d, int tree) {
  bool moved = false;
  const int first = m.tree_bodyadr[tree];
  if (m.tree_bodynum[tree] == 1 && is_at_rest_place(m, d, first)) return false;
  for (int body = first; body < first + m.tree_bodynum[tree]; ++body) {
    const Vec3<Real> pos = d.xpos[body];
    const Quat<Real> quat = d.xquat[body];
    place_body(m, d, body);
    moved |= m.body_jntnum[body] > 0 && (pos != d.xpos[body] || quat != d.xquat[body]);
  }
  return moved;
}

// Lists are of another state: a user changed d.tree_asleep, or static bodies were to be placed.
bool lists_outdated(const Model& m, const Data& d) {
  for (int tree = 0; tree < m.ntree; ++tree)
    if (d.tree_awake[tree] != (d.tree_asleep[tree] < 0 ? 1 : 0)) return true;
  return d.body_awake[0] != mjS_STATIC;
}

// d.tree_awake of a sleeping tree marks here that it has moved.
void place_sleepers(const Model& m, Data& d) {
  for (int tree = 0; tree < m.ntree; ++tree)
    if (!d.tree_awake[tree] && has_moved(m, d, tree)) d.tree_awake[tree] = 1;
}

bool wake_disturbed(const Model& m, Data& d) {
  bool woke = false;
  for (int tree = 0; tree < m.ntree; ++tree)
    if (d.tree_asleep[tree] >= 0 && (d.tree_awake[tree] || !can_sleep(m, d, tree, 0)))
      woke |= wake_tree(d, tree, kFullyAwake);
  return woke;
}

bool between_geoms(const Contact& contact) { return contact.geom[0] >= 0 && contact.geom[1] >= 0; }

// One of two trees is awake: the other wakes with its counter.
bool wake_other(Data& d, int tree1, int tree2) {
  const bool first_awake = d.tree_awake[tree1];
  if (first_awake == static_cast<bool>(d.tree_awake[tree2])) return false;
  const int sleeper = first_awake ? tree2 : tree1, counter = d.tree_asleep[first_awake ? tree1 : tree2];
  return wake_tree(d, sleeper, counter);
}

bool limit_reached(const Model& m, const Data& d, int tendon) {
  if (!m.tendon_limited[tendon]) return false;
  const Real length = d.ten_length[tendon], margin = m.tendon_margin[tendon];
  const Vec<Real, 2>& range = m.tendon_range[tendon];
  return length - range[0] < margin || range[1] - length < margin;
}

// Trees that an equality holds together, at most four: a tendon has two, or more that never sleep.
struct HeldTrees {
  int tree[4];
  int count = 0;

  void add(int id) {
    if (id >= 0) tree[count++] = id;
  }
  void add_tendon(const Model& m, int tendon) {
    if (tendon < 0) return;
    for (const int id : m.tendon_treeid[tendon]) add(id);
  }
};

HeldTrees held_trees(const Model& m, int eq) {
  HeldTrees held;
  const int id1 = m.eq_obj1id[eq], id2 = m.eq_obj2id[eq];
  switch (m.eq_type[eq]) {
    case mjEQ_CONNECT:
    case mjEQ_WELD: {
      const bool sites = m.eq_objtype[eq] == mjOBJ_SITE;
      held.add(m.body_treeid[sites ? m.site_bodyid[id1] : id1]);
      held.add(m.body_treeid[sites ? m.site_bodyid[id2] : id2]);
      break;
    }
    case mjEQ_JOINT:
      held.add(m.body_treeid[m.jnt_bodyid[id1]]);
      if (id2 >= 0) held.add(m.body_treeid[m.jnt_bodyid[id2]]);
      break;
    case mjEQ_TENDON:
      held.add_tendon(m, id1);
      held.add_tendon(m, id2);
      break;
    default:  // flexes never sleep
      break;
  }
  return held;
}

// All of them sleep together, or all are awake.
bool agree(const Data& d, const HeldTrees& held) {
  for (int i = 1; i < held.count; ++i) {
    const int a = held.tree[0], b = held.tree[i];
    if (d.tree_awake[a] != d.tree_awake[b]) return false;
    if (!d.tree_awake[a] && first_asleep_with(d, a) != first_asleep_with(d, b)) return false;
  }
  return true;
}

bool renew_lists(const Model& m, Data& d, bool woke) {
  if (woke) list_awake(m, d);
  return woke;
}

void count_rest(const Model& m, Data& d) {
  for (int tree = 0; tree < m.ntree; ++tree) {
    int& counter = d.tree_asleep[tree];
    if (counter >= 0) continue;
    counter = can_sleep(m, d, tree, m.opt.sleep_tolerance) ? std::min(counter + 1, -1) : kFullyAwake;
  }
}

// From now on each names the next.
void put_to_sleep(const Model& m, Data& d, std::span<const int> trees) {
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const int tree = trees[i];
    d.tree_asleep[tree] = trees[(i + 1) % trees.size()];
    const int first = m.tree_dofadr[tree], count = m.tree_dofnum[tree];
    std::fill_n(d.qvel.begin() + first, count, Real(0));
    std::fill_n(d.qacc.begin() + first, count, Real(0));
  }
}

}  // namespace

void place_and_wake(const Model& m, Data& d) {
  if (!sleep_enabled(m)) {
    place_run(m, d, {1, m.nbody});
    std::fill(d.tree_asleep.begin(), d.tree_asleep.end(), kFullyAwake);
    return list_awake(m, d);
  }
  place_awake(m, d);
  if (some_asleep(m, d)) place_sleepers(m, d);
  const bool woke = wake_disturbed(m, d);
  if (woke || lists_outdated(m, d)) list_awake(m, d);
}

bool wake_by_tendons(const Model& m, Data& d) {
  bool woke = false;
  for (int i = 0; i < m.ntendon; ++i)
    if (m.tendon_treenum[i] == 2 && limit_reached(m, d, i))
      woke |= wake_other(d, m.tendon_treeid[i][0], m.tendon_treeid[i][1]);
  return renew_lists(m, d, woke);
}

bool wake_by_contacts(const Model& m, Data& d) {
  bool woke = false;
  for (const Contact& contact : d.contact) {
    if (!between_geoms(contact)) continue;
    const int tree1 = m.body_treeid[m.geom_bodyid[contact.geom[0]]];
    const int tree2 = m.body_treeid[m.geom_bodyid[contact.geom[1]]];
    if (tree1 >= 0 && tree2 >= 0) {
      woke |= wake_other(d, tree1, tree2);
    } else if (const int tree = std::max(tree1, tree2); tree >= 0 && !d.tree_awake[tree]) {
      woke |= wake_tree(d, tree, kFullyAwake);  // by a <pair> with a mocap body, where the oracle gives up
    }
  }
  return renew_lists(m, d, woke);
}

bool wake_by_equalities(const Model& m, Data& d) {
  bool woke = false;
  for (int eq = 0; eq < m.neq; ++eq) {
    if (!d.eq_active[eq]) continue;
    const HeldTrees held = held_trees(m, eq);
    if (agree(d, held)) continue;
    for (int i = 0; i < held.count; ++i)
      if (!d.tree_awake[held.tree[i]]) woke |= wake_tree(d, held.tree[i], kFullyAwake);
  }
  return renew_lists(m, d, woke);
}

int fall_asleep(const Model& m, Data& d) {
  if (d.nefc > 0 && d.nisland == 0) return 0;  // without islands nobody knows who holds whom
  count_rest(m, d);
  int count = 0, in_islands = 0;
  for (int island = 0; island < d.nisland; ++island) {
    const std::span<const int> trees =
        d.map_itree2tree.slice(d.island_itreeadr[island], d.island_ntree[island]);
    in_islands += d.island_ntree[island];
    if (!std::all_of(trees.begin(), trees.end(), [&](int tree) { return d.tree_asleep[tree] == -1; }))
      continue;
    put_to_sleep(m, d, trees);
    count += d.island_ntree[island];
  }
  for (int i = in_islands; i < m.ntree; ++i) {
    const int tree = d.nisland ? d.map_itree2tree[i] : i;
    if (d.tree_asleep[tree] != -1) continue;
    put_to_sleep(m, d, {&tree, 1});
    ++count;
  }
  return count;
}

}  // namespace corten
