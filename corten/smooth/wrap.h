// The shortest way of a string around a sphere or an infinite cylinder.
#pragma once

#include "corten/math/mat3.h"

namespace corten {

struct WrapSurface {
  Vec3<Real> pos;  // centre, world
  Mat3<Real> rot;  // axes, world; a cylinder runs along z
  Real radius;
  bool cylinder;
};

struct WrapArc {
  Real length;            // along the surface
  Vec3<Real> start, end;  // where the string meets and leaves the surface, world
};

// False when the straight line from `from` to `to` is free. `side`, if given, is a point (world) on the side
// the string takes; inside the surface it asks for the string to run through the surface from within.
bool wrap_string(const WrapSurface& surface, const Vec3<Real>& from, const Vec3<Real>& to,
                 const Vec3<Real>* side, WrapArc& arc);

}  // namespace corten
