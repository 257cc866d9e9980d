#include "corten/geom/ray_mesh_core.h"

namespace corten {

RayHit ray_mesh(const Shape& shape, const Ray& ray) { return core::ray_mesh(shape, ray); }

}  // namespace corten
