// One side of a convex query: a shape, or a prism of a height field, with its margin and the memory that a
// query keeps.
#pragma once

#include <cmath>
#include <limits>

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

  CORTEN_HD bool polyhedral() const {  // flat faces and no margin
    return margin == 0 && (type == ShapeType::box || type == ShapeType::mesh || type == ShapeType::hfield);
  }
  CORTEN_HD bool round() const { return type == ShapeType::sphere || type == ShapeType::capsule; }
};

// A table, if given, is made to hold the mesh of the shape.
ConvexSide convex_side(const Shape& shape, Real margin, HullTable* table = nullptr);

// where the first direction of a query comes from
CORTEN_HD inline Vec3<Real> center(const ConvexSide& s) {
  if (s.type != ShapeType::hfield) return s.pos;
  Vec3<Real> sum = s.prism[0];
  for (int i = 1; i < 6; ++i) sum += s.prism[i];
  return sum * (Real(1) / 6);
}

namespace core {

inline constexpr Real kDegenerate = 1e-30;   // squared length of a direction without direction
inline constexpr int kExhaustiveBelow = 10;  // meshes with fewer vertices are searched one by one

CORTEN_HD inline Vec3<Real> to_world(const ConvexSide& s, const Vec3<Real>& local) {
  return s.mat * local + s.pos;
}

CORTEN_HD inline Vec3<Real> sphere_support(const ConvexSide& s, const Vec3<Real>& u) {
  if (s.core) return s.pos;
  return u * s.size[0] + s.pos;
}

CORTEN_HD inline Vec3<Real> capsule_support(const ConvexSide& s, const Vec3<Real>& u) {
  if (s.core) {
    const Vec3<Real> axis = s.mat.col(2);
    const Vec3<Real> half = axis * s.size[1];
    return dot(axis, u) >= 0 ? s.pos + half : s.pos - half;
  }
  const Vec3<Real> l = transpose_mul(s.mat, u);
  Vec3<Real> local = l * s.size[0];
  local[2] += l[2] >= 0 ? s.size[1] : -s.size[1];
  return to_world(s, local);
}

CORTEN_HD inline Vec3<Real> ellipsoid_support(const ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  const Vec3<Real> q{l[0] * s.size[0], l[1] * s.size[1], l[2] * s.size[2]};
  const Real squared = dot(q, q);
  if (squared < kDegenerate) return to_world(s, {s.size[0], 0, 0});
  const Real scale = 1 / std::sqrt(squared);
  return to_world(s, {q[0] * (scale * s.size[0]), q[1] * (scale * s.size[1]), q[2] * (scale * s.size[2])});
}

CORTEN_HD inline Vec3<Real> cylinder_support(const ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  const Real squared = l[0] * l[0] + l[1] * l[1];
  const Real scale = squared < kDegenerate ? 0 : s.size[0] / std::sqrt(squared);
  return to_world(s, {scale * l[0], scale * l[1], l[2] >= 0 ? s.size[1] : -s.size[1]});
}

CORTEN_HD inline Vec3<Real> box_support(ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  Vec3<Real> corner = s.size;
  s.index = 0;
  for (int k = 0; k < 3; ++k) {
    if (l[k] >= 0) {
      s.index |= 1 << k;
    } else {
      corner[k] = -corner[k];
    }
  }
  return to_world(s, corner);
}

// The last vertex wins ties, otherwise the lowest.
CORTEN_HD inline void search_vertices(ConvexSide& s, const Vec3<Real>& l) {
  const MeshView& mesh = *s.mesh;
  Real best = s.index >= 0 ? dot(mesh.vertex(s.index), l) : -std::numeric_limits<Real>::max();
  for (int i = 0; i < mesh.numvert; ++i) {
    const Real value = dot(mesh.vertex(i), l);
    if (value > best) {
      best = value;
      s.index = i;
    }
  }
}

// Walks from neighbour to neighbour while value(hull vertex) grows. The value of the start is not taken, so
// the first pass always leaves it: the oracle does the same, and on symmetric poses it shows. The walk is
// over at the start (all its neighbours were seen in the first pass) and at a vertex with the largest value
// of all.
template <class Value>
CORTEN_HD inline void climb(ConvexSide& s, Real largest, Value&& value) {
  const HullGraph& graph = s.mesh->graph;
  Real best = -std::numeric_limits<float>::max();
  const int start = s.hull_vertex >= 0 ? s.hull_vertex : 0;
  int vertex = start;
  for (int from = -1; from != vertex;) {
    from = vertex;
    const int* next = graph.neighbours(from);
    for (int neighbour = *next; neighbour >= 0; neighbour = *++next) {
      const Real candidate = value(neighbour);
      if (candidate > best) {
        best = candidate;
        vertex = neighbour;
      }
    }
    if (vertex == start || best == largest) break;
  }
  s.hull_vertex = vertex;
  s.index = graph.globalid[vertex];
}

CORTEN_HD inline void climb_hull(ConvexSide& s, const Vec3<Real>& l) {
#ifndef __CUDACC__  // tables are for the CPU
  if (s.table) {
    Real product[HullTable::kRoom];
    const Real largest = s.table->products(l, product);
    return climb(s, largest, [&](int vertex) { return product[vertex]; });
  }
#endif
  const MeshView& mesh = *s.mesh;
  climb(s, std::numeric_limits<Real>::infinity(),
        [&](int vertex) { return dot(mesh.vertex(mesh.graph.globalid[vertex]), l); });
}

CORTEN_HD inline Vec3<Real> mesh_support(ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  if (s.mesh->has_graph && s.mesh->numvert >= kExhaustiveBelow) {
    climb_hull(s, l);
  } else {
    search_vertices(s, l);
  }
  return to_world(s, s.mesh->vertex(s.index));
}

CORTEN_HD inline Vec3<Real> prism_support(const ConvexSide& s, const Vec3<Real>& u) {
  const int first = u[2] < 0 ? 0 : 3;
  int best = first;
  Real best_value = dot(s.prism[first], u);
  for (int i = first + 1; i < first + 3; ++i) {
    const Real value = dot(s.prism[i], u);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return s.prism[best];
}

// margin and radius inflate an element together
CORTEN_HD inline Vec3<Real> element_support(const ConvexSide& s, const Vec3<Real>& u) {
  int best = 0;
  Real best_value = dot(s.prism[0], u);
  for (int i = 1; i < s.corners; ++i) {
    const Real value = dot(s.prism[i], u);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return s.prism[best] + u * (s.size[0] + Real(0.5) * s.margin);
}

CORTEN_HD inline Vec3<Real> surface_point(ConvexSide& s, const Vec3<Real>& u) {
  switch (s.type) {
    case ShapeType::sphere:
      return sphere_support(s, u);
    case ShapeType::capsule:
      return capsule_support(s, u);
    case ShapeType::ellipsoid:
      return ellipsoid_support(s, u);
    case ShapeType::cylinder:
      return cylinder_support(s, u);
    case ShapeType::box:
      return box_support(s, u);
    case ShapeType::mesh:
    case ShapeType::sdf:
      return mesh_support(s, u);
    case ShapeType::hfield:
      return prism_support(s, u);
    case ShapeType::element:
      return element_support(s, u);
    case ShapeType::plane:
      break;  // planes are not bounded: they have functions of their own
  }
  return s.pos;
}

}  // namespace core

// point of the inflated shape farthest in the unit direction u
CORTEN_HD inline void support(ConvexSide& s, const Vec3<Real>& u, Vec3<Real>& point) {
  point = core::surface_point(s, u);
  if (s.margin > 0 && !s.core && s.type != ShapeType::element) point += u * (Real(0.5) * s.margin);
}

}  // namespace corten
