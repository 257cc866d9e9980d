// Distance functions of primitive shapes at a point in their own frame: negative inside. Those of the
// ellipsoid, and of the box inside, are not true distances but what MuJoCo descends on.
#pragma once

#include "corten/geom/shape.h"

namespace corten {

// plane, sphere, capsule, ellipsoid, cylinder or box
Real primitive_distance(ShapeType type, const Vec3<Real>& size, const Vec3<Real>& point);
Vec3<Real> primitive_gradient(ShapeType type, const Vec3<Real>& size, const Vec3<Real>& point);

}  // namespace corten
