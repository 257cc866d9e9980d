// The mid phase: pairs of geoms of two bodies whose bounding volumes meet, by a walk down two trees.
#pragma once

#include <cstdint>
#include <span>

#include "corten/base/arena.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Two geoms as one number that sorts by them: the first has the smaller type number, or is of the lower body
// for equal types.
using GeomPairKey = std::uint64_t;

inline GeomPairKey geom_pair_key(int geom1, int geom2) {
  return GeomPairKey{static_cast<std::uint32_t>(geom1)} << 32 | static_cast<std::uint32_t>(geom2);
}
inline int first_geom(GeomPairKey key) { return static_cast<int>(key >> 32); }
inline int second_geom(GeomPairKey key) { return static_cast<int>(key & 0xFFFFFFFFu); }

inline bool uses_trees(const Model& m, int body1, int body2) {
  return !(m.opt.disableflags & mjDSBL_MIDPHASE) && m.body_bvhnum[body1] > 0 && m.body_bvhnum[body2] > 0;
}

// Boxes around two geoms, each along its own axes.
bool geom_boxes_apart(const Model& m, const Data& d, int geom1, int geom2, Real margin);

// The geom of a body whose tree is a single leaf, else −1.
inline int only_leaf(const Model& m, int body) {
  return m.body_bvhnum[body] == 1 ? m.bvh_nodeid[m.body_bvhadr[body]] : -1;
}

// The whole mid phase of two bodies with a single leaf each.    out: marks in d.bvh_active
bool leaves_meet(const Model& m, Data& d, int body1, int body2, bool spheres_tested);

// True for bodies whose trees part at their roots: the mid phase would find and mark nothing.
bool roots_apart(const Model& m, const Data& d, int body1, int body2);

// Forgets the marks of the mid phase and of rays before.    out: d.bvh_active
void clear_marks(const Model& m, Data& d);

// Sorted by (geom1, geom2). Scratch lives in the frame.    out: marks in d.bvh_active
std::span<const GeomPairKey> midphase(const Model& m, Data& d, int body1, int body2, Arena::Frame& frame);

}  // namespace corten
