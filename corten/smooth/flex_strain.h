// The deformation around a vertex of a flat flex, from the edges that meet there.
#pragma once

#include <algorithm>

#include "corten/model/model.h"

namespace corten {

// An edge as a vertex sees it.
struct VertexEdge {
  int edge;         // of the flex
  Vec2<Real> rest;  // at qpos0
  Real weight;      // mass at its other end
};

inline Vec3<Real> rest_edge(const Model& m, int flex, const Vec<int, 2>& ends) {
  const Vec3<Real>* v = m.flex_vert0.data() + m.flex_vertadr[flex];
  const Vec3<Real> difference = v[ends[1]] - v[ends[0]];
  const Vec3<Real>& size = m.flex_size[flex];
  return {difference[0] * (2 * size[0]), difference[1] * (2 * size[1]), difference[2] * (2 * size[2])};
}

// fn(VertexEdge) over the edges of a vertex, which is numbered within the flex
template <class Fn>
void for_vertex_edges(const Model& m, int flex, int vert, Fn&& fn) {
  const int v = m.flex_vertadr[flex] + vert;
  const int* edges = m.flex_vertedge[0].data() + m.flex_vertedgeadr[v];
  for (int k = 0; k < m.flex_vertedgenum[v]; ++k) {
    const Vec<int, 2>& ends = m.flex_edge[m.flex_edgeadr[flex] + edges[k]];
    const int other = ends[0] == vert ? ends[1] : ends[0];
    const Vec3<Real> rest = rest_edge(m, flex, ends);
    const Real mass = m.body_mass[m.flex_vertbodyid[m.flex_vertadr[flex] + other]];
    fn(VertexEdge{edges[k], {rest[0], rest[1]}, std::max(kMinVal<Real>, mass)});
  }
}

// Flexes whose vertices are held by an equality.
inline bool measures_strain(const Model& m, int flex) {
  return m.flex_dim[flex] == 2 && m.flex_edgeequality[flex] == 2;
}

}  // namespace corten
