// Quick rejection of two geoms by their bounding spheres.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

inline bool plane_apart(const Model& m, const Data& d, int plane, int geom, Real margin) {
  const Vec3<Real> offset = d.geom_xpos[geom] - d.geom_xpos[plane];
  return dot(offset, d.geom_xmat[plane].col(2)) > margin + m.geom_rbound[geom];
}

// Spheres are farther apart than margin; planes are half spaces, and a geom without a sphere is never apart.
inline bool spheres_apart(const Model& m, const Data& d, int geom1, int geom2, Real margin) {
  const Real radius1 = m.geom_rbound[geom1], radius2 = m.geom_rbound[geom2];
  if (radius1 > 0 && radius2 > 0) {
    const Vec3<Real> offset = d.geom_xpos[geom1] - d.geom_xpos[geom2];
    const Real reach = radius1 + radius2 + margin;
    return dot(offset, offset) > reach * reach;
  }
  if (m.geom_type[geom1] == mjGEOM_PLANE && radius2 > 0) return plane_apart(m, d, geom1, geom2, margin);
  if (m.geom_type[geom2] == mjGEOM_PLANE && radius1 > 0) return plane_apart(m, d, geom2, geom1, margin);
  return false;
}

}  // namespace corten
