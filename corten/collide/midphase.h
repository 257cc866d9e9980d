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

// Sorted by (geom1, geom2). Scratch lives in the frame.
std::span<const GeomPair> midphase(const Model& m, const Data& d, int body1, int body2, Arena::Frame& frame);

}  // namespace corten
