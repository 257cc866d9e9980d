// Convex hull of a point cloud as the vertex-edge graph that collision walks on.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

// Integers in MuJoCo's mesh_graph layout:
//   nvert, nface, vert_edgeadr[nvert], vert_globalid[nvert], edge_localid[nvert + 3 nface], face_globalid[3
//   nface]
// Neighbours of hull vertex i are edge_localid[vert_edgeadr[i]...] up to a -1, as hull indices; global ids
// are indices of the given points. Vertices and faces come in qhull's order.
struct ConvexHull {
  std::vector<int> graph;
  std::string error;  // why there is no hull; empty when there is one

  int vert_count() const { return graph.empty() ? 0 : graph[0]; }
  int face_count() const { return graph.empty() ? 0 : graph[1]; }
  std::span<const int> vert_edgeadr() const { return part(2, vert_count()); }
  std::span<const int> vert_globalid() const { return part(2 + vert_count(), vert_count()); }
  std::span<const int> edge_localid() const {
    return part(2 + 2 * vert_count(), vert_count() + 3 * face_count());
  }
  std::vector<Triangle> faces() const;  // outward counter-clockwise

 private:
  std::span<const int> part(int begin, int count) const { return std::span(graph).subspan(begin, count); }
};

// Hull of finite points; max_vertices >= 4 stops growing it there, -1 does not. Fails on flat or too few
// points, on tens of thousands of them in one plane, and when `stop`, asked now and then, says so.
ConvexHull convex_hull(std::span<const Vec3<Real>> points, int max_vertices,
                       const std::function<bool()>& stop = {});

}  // namespace corten
