// One question about two convex shapes: how far apart, or how deep inside each other.
#pragma once

#include "corten/geom/epa.h"

namespace corten {

struct ConvexOptions {
  Real tolerance = 1e-6;
  int max_iterations = 35;
};

struct ConvexAnswer {
  Real dist = kHuge;       // negative: depth; kHuge: farther than the cutoff
  bool witnesses = false;  // x1, x2 are valid
  Vec3<Real> x1{};         // on the first shape
  Vec3<Real> x2{};         // on the second
  Vec3<Real> apart{};      // unit direction from the first shape along which they are apart, if one was found
  bool penetrating = false;
  DifferenceVertex face[3];  // of the polytope, when penetrating
};

// cutoff 0: contacts only; > 0: distances up to it
ConvexAnswer convex_query(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& options,
                          Arena& scratch);

}  // namespace corten
