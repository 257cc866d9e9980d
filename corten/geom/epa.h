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
};

// Starts from the simplex of GJK (2 to 4 vertices). Scratch for the polytope comes from the arena.
// out: the face of the polytope nearest to the origin, when found
EpaResult epa(ConvexSide& a, ConvexSide& b, const GjkResult& start, Real tolerance, int max_iterations,
              Arena& scratch, DifferenceVertex (&face)[3]);

}  // namespace corten
