#include "corten/geom/support_core.h"

namespace corten {

ConvexSide convex_side(const Shape& shape, Real margin, HullTable* table) {
  ConvexSide side;
  side.type = shape.type;
  side.pos = shape.pos;
  side.mat = shape.mat;
  side.size = shape.size;
  side.mesh = shape.mesh;
  side.margin = margin;
  if (table && shape.type == ShapeType::mesh && HullTable::holds(*shape.mesh)) {
    table->take(*shape.mesh);
    side.table = table;
  }
  return side;
}

}  // namespace corten
