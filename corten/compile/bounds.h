// Bounding sphere and box of a geom in its own frame.
#pragma once

#include "corten/compile/draft.h"

namespace corten {

// `hfield_size` and `mesh_aabb` are read for geoms of those types only.
Aabb<Real> geom_aabb(mjtGeom type, const Vec3<Real>& size, const Vec<Real, 4>& hfield_size,
                     const Aabb<Real>& mesh_aabb);
Real geom_rbound(mjtGeom type, const Vec3<Real>& size, const Vec<Real, 4>& hfield_size);

}  // namespace corten
