// Which bodies can collide at all: masks, weld groups, parents, sleep.
#pragma once

#include "corten/model/awake.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

struct Masks {
  int contype;
  int conaffinity;
};

// id: a body, or nbody + flex
inline Masks collision_masks(const Model& m, int id) {
  if (id < m.nbody) return {m.body_contype[id], m.body_conaffinity[id]};
  return {m.flex_contype[id - m.nbody], m.flex_conaffinity[id - m.nbody]};
}
inline bool collidable(const Masks& a) { return a.contype || a.conaffinity; }
inline bool compatible(const Masks& a, const Masks& b) {
  return (a.contype & b.conaffinity) || (b.contype & a.conaffinity);
}

// Whether an <exclude> keeps two bodies apart; their pair_signature().
bool is_excluded(const Model& m, unsigned signature);

// Bodies tested against every moving body without a spatial test: the world, and static bodies with a plane.
bool always_tested(const Model& m, int body);

// What two bodies are compared by that overlap but never collide: same weld group, parent and child, or
// nobody awake. Against a sleeper mocap bodies do not count as awake, as in the oracle.
struct Kinship {
  int weld;    // weld group; a number of its own for a flex
  int parent;  // weld group of the parent; −1 for none, for the static group, and where it does not matter
  bool asleep;
};

// id: a body, or nbody + flex
Kinship kinship(const Model& m, const Data& d, int id);

inline bool kin(const Kinship& a, const Kinship& b) {
  if (a.weld == b.weld || a.weld == b.parent || b.weld == a.parent) return true;
  return (a.asleep && (b.asleep || b.weld == 0)) || (b.asleep && a.weld == 0);
}

}  // namespace corten
