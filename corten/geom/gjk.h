// GJK: distance between two convex shapes, or a simplex around the origin of their difference when they
// overlap.
#pragma once

#include "corten/geom/simplex.h"
#include "corten/geom/support.h"

namespace corten {

struct GjkResult {
  Real dist = 0;  // kHuge: farther apart than the cutoff, without witnesses
  Vec3<Real> x1{};
  Vec3<Real> x2{};     // nearest points
  Vec3<Real> apart{};  // unit direction from a that shows them farther apart than the cutoff, else zero
  DifferenceVertex simplex[4];
  int count = 0;  // vertices of the simplex
};

// Vertex of the difference farthest in the unit direction u; side a is evaluated first. Written in place: a
// copy of numbers just stored waits for them.
void difference_support(ConvexSide& a, ConvexSide& b, const Vec3<Real>& u, DifferenceVertex& v);

// cutoff > 0: distances up to it; otherwise only whether the shapes overlap.
void gjk(ConvexSide& a, ConvexSide& b, Real cutoff, Real tolerance, int max_iterations, GjkResult& result);

}  // namespace corten
