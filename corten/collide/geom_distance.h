// Signed distance between two geoms (mj_geomDistance).
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

struct GeomDistance {
  Real dist = 0;      // at most distmax
  Vec3<Real> from{};  // on geom1
  Vec3<Real> to{};    // on geom2; both zero when nothing was found
};

// Scratch comes from d.arena; contacts are not touched.
GeomDistance geom_distance(const Model& m, Data& d, int geom1, int geom2, Real distmax);

}  // namespace corten
