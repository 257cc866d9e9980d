// The mid phase: pairs of geoms of two bodies whose bounding volumes meet, by a walk down two trees.
#pragma once

#include <span>

#include "corten/base/arena.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

struct GeomPair {
  int geom1;  // smaller type number, or of the lower body for equal types
  int geom2;
};

inline bool has_tree(const Model& m, int body) { return m.body_bvhnum[body] > 0; }

// Forgets the marks of the mid phase and of rays before.    out: d.bvh_active
void clear_marks(const Model& m, Data& d);

// Sorted by (geom1, geom2). Scratch lives in the frame.    out: marks in d.bvh_active
std::span<const GeomPair> midphase(const Model& m, Data& d, int body1, int body2, Arena::Frame& frame);

}  // namespace corten
