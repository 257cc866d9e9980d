// Volume, area and inertia of primitive shapes, solid or shell, about their centre in their own frame.
#pragma once

#include "corten/math/vec3.h"
#include "corten/model/enums.h"

namespace corten {

// What of a geom decides its mass distribution.
struct WeighedShape {
  mjtGeom type = mjGEOM_SPHERE;
  Vec3<Real> size{};  // as geom_size; equivalent-box half sizes for meshes
  mjtGeomInertia inertia = mjINERTIA_VOLUME;
};

// volume of a solid, area of a shell; 0 for planes. Meshes bring their own.
Real shape_volume(const WeighedShape& shape);

// diagonal inertia for this mass
Vec3<Real> shape_inertia(const WeighedShape& shape, Real mass);

}  // namespace corten
