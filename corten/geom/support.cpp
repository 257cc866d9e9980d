#include "corten/geom/support.h"

#include <limits>

namespace corten {
namespace {

constexpr Real kDegenerate = 1e-30;   // squared length of a direction without direction
constexpr int kExhaustiveBelow = 10;  // meshes with fewer vertices are searched one by one

inline Vec3<Real> to_world(const ConvexSide& s, const Vec3<Real>& local) { return s.mat * local + s.pos; }

Vec3<Real> sphere_support(const ConvexSide& s, const Vec3<Real>& u) {
  if (s.core) return s.pos;
  return u * s.size[0] + s.pos;
}

Vec3<Real> capsule_support(const ConvexSide& s, const Vec3<Real>& u) {
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

Vec3<Real> ellipsoid_support(const ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  const Vec3<Real> q{l[0] * s.size[0], l[1] * s.size[1], l[2] * s.size[2]};
  const Real squared = dot(q, q);
  if (squared < kDegenerate) return to_world(s, {s.size[0], 0, 0});
  const Real scale = 1 / std::sqrt(squared);
  return to_world(s, {q[0] * (scale * s.size[0]), q[1] * (scale * s.size[1]), q[2] * (scale * s.size[2])});
}

Vec3<Real> cylinder_support(const ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  const Real squared = l[0] * l[0] + l[1] * l[1];
  const Real scale = squared < kDegenerate ? 0 : s.size[0] / std::sqrt(squared);
  return to_world(s, {scale * l[0], scale * l[1], l[2] >= 0 ? s.size[1] : -s.size[1]});
}

Vec3<Real> box_support(ConvexSide& s, const Vec3<Real>& u) {
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
void search_vertices(ConvexSide& s, const Vec3<Real>& l) {
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
void climb(ConvexSide& s, Real largest, Value&& value) {
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

void climb_hull(ConvexSide& s, const Vec3<Real>& l) {
  if (s.table) {
    Real product[HullTable::kRoom];
    const Real largest = s.table->products(l, product);
    climb(s, largest, [&](int vertex) { return product[vertex]; });
  } else {
    const MeshView& mesh = *s.mesh;
    climb(s, std::numeric_limits<Real>::infinity(),
          [&](int vertex) { return dot(mesh.vertex(mesh.graph.globalid[vertex]), l); });
  }
}

Vec3<Real> mesh_support(ConvexSide& s, const Vec3<Real>& u) {
  const Vec3<Real> l = transpose_mul(s.mat, u);
  if (s.mesh->has_graph && s.mesh->numvert >= kExhaustiveBelow) {
    climb_hull(s, l);
  } else {
    search_vertices(s, l);
  }
  return to_world(s, s.mesh->vertex(s.index));
}

Vec3<Real> prism_support(const ConvexSide& s, const Vec3<Real>& u) {
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
Vec3<Real> element_support(const ConvexSide& s, const Vec3<Real>& u) {
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

Vec3<Real> surface_point(ConvexSide& s, const Vec3<Real>& u) {
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

}  // namespace

bool ConvexSide::polyhedral() const {
  return margin == 0 && (type == ShapeType::box || type == ShapeType::mesh || type == ShapeType::hfield);
}

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

Vec3<Real> center(const ConvexSide& s) {
  if (s.type != ShapeType::hfield) return s.pos;
  Vec3<Real> sum = s.prism[0];
  for (int i = 1; i < 6; ++i) sum += s.prism[i];
  return sum * (Real(1) / 6);
}

void support(ConvexSide& s, const Vec3<Real>& u, Vec3<Real>& point) {
  point = surface_point(s, u);
  if (s.margin > 0 && !s.core && s.type != ShapeType::element) point += u * (Real(0.5) * s.margin);
}

}  // namespace corten
