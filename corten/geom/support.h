// One side of a convex query: a shape, or a prism of a height field, with its margin and the memory that a
// query keeps.
#pragma once

#include "corten/geom/hull_table.h"

namespace corten {

struct ConvexSide {
  ShapeType type = ShapeType::sphere;  // hfield stands for one prism
  Vec3<Real> pos;
  Mat3<Real> mat;
  Vec3<Real> size;
  const MeshView* mesh = nullptr;
  const HullTable* table = nullptr;  // of the mesh, when its hull is small
  Vec3<Real> prism[6];  // bottom triangle, then top; or the corners of an element, of radius size[0]
  int corners = 0;      // of an element
  Real margin = 0;      // the surface is inflated by half of it
  bool core = false;    // sphere as its centre, capsule as its segment

  // The support feature of the last evaluation: box corner (bits x, y, z positive) or mesh vertex, −1 for
  // other shapes. It lives as long as the pair: ties and climbs start from it.
  int index = -1;
  int hull_vertex = -1;

  bool polyhedral() const;  // flat faces and no margin
  bool round() const { return type == ShapeType::sphere || type == ShapeType::capsule; }
};

// A table, if given, is made to hold the mesh of the shape.
ConvexSide convex_side(const Shape& shape, Real margin, HullTable* table = nullptr);

// where the first direction of a query comes from
Vec3<Real> center(const ConvexSide& side);

// point of the inflated shape farthest in the unit direction u
void support(ConvexSide& side, const Vec3<Real>& u, Vec3<Real>& point);

}  // namespace corten
