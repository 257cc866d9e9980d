// The volume of a site: is a point inside, does a ray meet it.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::sense {

// strictly inside
bool inside_site_volume(const Model& m, const Data& d, int site, const Vec3<Real>& point);
// at or after its origin
bool ray_meets_site(const Model& m, const Data& d, int site, const Vec3<Real>& origin,
                    const Vec3<Real>& direction);

}  // namespace corten::sense
