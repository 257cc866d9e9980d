// What is awake, and for whom stages work: increasing lists of bodies and dofs that follow from
// d.tree_asleep.
#pragma once

#include "corten/model/data.h"
#include "corten/model/enums.h"
#include "corten/model/model.h"
#include "corten/model/runs.h"

namespace corten {

// Those that are not asleep.
class AwakeOnly {
 public:
  AwakeOnly(const Model& model, const Data& data) : m(model), d(data) {}

  // bodies but the world, static ones included
  Runs bodies() const { return {d.body_awake_ind.data() + 1, d.nbody_awake - 1}; }
  // bodies but the world whose parent is not asleep: those above, and the roots of sleeping trees
  Runs bodies_under_awake() const { return {d.parent_awake_ind.data(), d.nparent_awake}; }
  Runs dofs() const { return {d.dof_awake_ind.data(), d.nv_awake}; }
  Run joints(Run dofs) const { return {m.dof_jntid[dofs.first], m.dof_jntid[dofs.last - 1] + 1}; }
  Run inertia_entries(Run dofs) const { return entries(m.M_rowadr, m.M_rownnz, dofs); }
  Run derivative_entries(Run dofs) const { return entries(m.D_rowadr, m.D_rownnz, dofs); }
  bool asleep(int body) const { return d.body_awake[body] == mjS_ASLEEP; }

 private:
  static Run entries(const Array<int>& rowadr, const Array<int>& rownnz, Run rows) {
    return {rowadr[rows.first], rowadr[rows.last - 1] + rownnz[rows.last - 1]};
  }

  const Model& m;
  const Data& d;
};

inline bool some_asleep(const Model& m, const Data& d) { return d.ntree_awake < m.ntree; }

// fn(Everybody) or fn(AwakeOnly), whichever is enough. The latter is a function of its own, so that worlds
// without sleepers do not carry its registers about.
template <class Fn>
[[gnu::noinline]] void among_awake_only(const Model& m, const Data& d, Fn& fn) {
  fn(AwakeOnly(m, d));
}
template <class Fn>
[[gnu::always_inline]] inline void among_awake(const Model& m, const Data& d, Fn&& fn) {
  if (some_asleep(m, d)) [[unlikely]] {
    among_awake_only(m, d, fn);
  } else {
    fn(Everybody{m});
  }
}

// fn(id) for each that is not asleep.
template <class Fn>
[[gnu::always_inline]] inline void for_awake_bodies(const Model& m, const Data& d, Fn&& fn) {
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.bodies())
      for (int body = run.first; body < run.last; ++body) fn(body);
  });
}
template <class Fn>
[[gnu::always_inline]] inline void for_awake_dofs(const Model& m, const Data& d, Fn&& fn) {
  among_awake(m, d, [&](auto who) {
    for (const Run run : who.dofs())
      for (int dof = run.first; dof < run.last; ++dof) fn(dof);
  });
}
template <class Fn>
[[gnu::always_inline]] inline void for_awake_joints(const Model& m, const Data& d, Fn&& fn) {
  among_awake(m, d, [&](auto who) {
    for (const Run dofs : who.dofs()) {
      const Run joints = who.joints(dofs);
      for (int jnt = joints.first; jnt < joints.last; ++jnt) fn(jnt);
    }
  });
}

inline bool sleep_enabled(const Model& m) { return m.opt.enableflags & mjENBL_SLEEP; }

// steps a tree has to rest before it may sleep
constexpr int kMinAwake = 10;
// d.tree_asleep of a tree that has just moved; it counts upwards to −1 while the tree rests
constexpr int kFullyAwake = -(1 + kMinAwake);

// The lists and states that follow from d.tree_asleep. `static_moves`: bodies that never move count as awake,
// so that a first pass places them.
//   in: d.tree_asleep    out: d.tree_awake d.body_awake d.*_awake_ind d.n*_awake
void list_awake(const Model& m, Data& d, bool static_moves = false);

// Of the trees that sleep together, each of which names the next, the one with the smallest id.
int first_asleep_with(const Data& d, int tree);

// mjtSleepState of an object: a body, what is attached to one, a tendon, actuator, equality or sensor.
// Tendons of three trees and more, flexes and what has no place are awake.
mjtSleepState sleep_state(const Model& m, const Data& d, int type, int id);

}  // namespace corten
