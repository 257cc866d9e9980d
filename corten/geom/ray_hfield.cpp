#include "corten/geom/ray_hfield_core.h"

namespace corten {

RayHit ray_hfield(const Shape& shape, const Ray& ray) { return core::ray_hfield(shape, ray); }

}  // namespace corten
