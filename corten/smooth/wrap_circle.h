// Strings around a circle at the origin of a plane.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

struct CircleArc {
  Real length;            // along the circle
  Vec2<Real> start, end;  // tangent points
};

// Around the outside of the circle; `side`, if given, is a point of the circle on the side the string takes.
bool wrap_outside(const Vec2<Real>& from, const Vec2<Real>& to, Real radius, const Vec2<Real>* side,
                  CircleArc& arc);

// Through one point of the circle, from within: the string is pushed outwards by a ring.
bool wrap_inside(const Vec2<Real>& from, const Vec2<Real>& to, Real radius, CircleArc& arc);

}  // namespace corten
