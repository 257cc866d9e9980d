// EPA: depth and direction of penetration, by growing a polytope inside the difference of two overlapping
// shapes.
#pragma once

#include "corten/base/arena.h"
#include "corten/geom/gjk.h"

namespace corten {

struct EpaResult {
  enum class Status { bad_start, broken, found };  // no polytope around the origin; polytope broke down
  Status status = Status::bad_start;
  Real dist = 0;  // minus the depth
  Vec3<Real> x1{};
  Vec3<Real> x2{};
  DifferenceVertex face[3];  // the face of the polytope nearest to the origin
};

// Starts from the simplex of GJK (2 to 4 vertices). Scratch for the polytope comes from the arena.
EpaResult epa(ConvexSide& a, ConvexSide& b, const GjkResult& start, Real tolerance, int max_iterations,
              Arena& scratch);

}  // namespace corten
