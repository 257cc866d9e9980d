#include "corten/geom/plane_mesh_core.h"
#include "corten/geom/primitive_pairs.h"

namespace corten {

void plane_mesh(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  core::plane_mesh(a, b, margin, out);
}

}  // namespace corten
