// Which function tests which pair of shape types.
#pragma once

#include "corten/geom/contact_point.h"
#include "corten/geom/shape.h"

namespace corten {

// a.type ≤ b.type; normals point from a to b
using PairFunction = void (*)(const Shape& a, const Shape& b, const PairQuery& query, ContactPoints& out);

// null when the two types never collide
PairFunction pair_function(ShapeType a, ShapeType b);

}  // namespace corten
