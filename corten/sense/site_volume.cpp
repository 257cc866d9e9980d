#include "corten/sense/site_volume.h"

#include <algorithm>

#include "corten/geom/ray.h"
#include "corten/math/scalar.h"

namespace corten::sense {

bool inside_site_volume(const Model& m, const Data& d, int site, const Vec3<Real>& point) {
  const Vec3<Real> p = transpose_mul(d.site_xmat[site], point - d.site_xpos[site]);
  const Vec3<Real>& size = m.site_size[site];
  switch (m.site_type[site]) {
    case mjGEOM_SPHERE:
      return dot(p, p) < size[0] * size[0];
    case mjGEOM_CAPSULE: {
      const Vec3<Real> to_axis{p[0], p[1], p[2] - std::clamp(p[2], -size[1], size[1])};
      return dot(to_axis, to_axis) < size[0] * size[0];
    }
    case mjGEOM_ELLIPSOID: {
      const Vec3<Real> scaled{p[0] / size[0], p[1] / size[1], p[2] / size[2]};
      return dot(scaled, scaled) < 1;
    }
    case mjGEOM_CYLINDER:
      return std::abs(p[2]) < size[1] && p[0] * p[0] + p[1] * p[1] < size[0] * size[0];
    case mjGEOM_BOX:
      return std::abs(p[0]) < size[0] && std::abs(p[1]) < size[1] && std::abs(p[2]) < size[2];
    default:
      return false;
  }
}

bool ray_meets_site(const Model& m, const Data& d, int site, const Vec3<Real>& origin,
                    const Vec3<Real>& direction) {
  const Shape shape{static_cast<ShapeType>(m.site_type[site]),
                    d.site_xpos[site],
                    d.site_xmat[site],
                    m.site_size[site],
                    0,
                    nullptr,
                    nullptr};
  return ray_primitive(shape, {origin, direction}).hit();
}

}  // namespace corten::sense
