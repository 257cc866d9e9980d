// Plane against the convex hull of a mesh: the lowest vertex and up to two of its neighbours.
#pragma once

#include "corten/geom/round_contact.h"

namespace corten::core {

inline constexpr int kMaxPlaneMesh = 3;

// hull vertex farthest in the direction, climbing from hull vertex 0
template <class T, class Vertex>
CORTEN_HD int climb_mesh(const MeshView& mesh, const Vec3<T>& direction, Vertex&& vertex) {
  int best = 0;
  T best_value = dot(vertex(mesh.graph.globalid[0]), direction);
  for (int previous = -1; previous != best;) {
    previous = best;
    for (const int* next = mesh.graph.neighbours(previous); *next >= 0; ++next) {
      const T value = dot(vertex(mesh.graph.globalid[*next]), direction);
      if (value > best_value) {
        best_value = value;
        best = *next;
      }
    }
  }
  return best;
}

template <class T, class Vertex>
CORTEN_HD int farthest_vertex(const MeshView& mesh, const Vec3<T>& direction, Vertex&& vertex) {
  int best = 0;
  T best_value = dot(vertex(0), direction);
  for (int i = 1; i < mesh.numvert; ++i) {
    const T value = dot(vertex(i), direction);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return best;
}

template <class T, class Out>
CORTEN_HD void plane_mesh(const ShapeOf<T>& a, const ShapeOf<T>& b, T margin, Out& out) {
  constexpr T kSpacing = T(0.3);  // of rbound: neighbours closer to the first contact are ignored
  const MeshView& mesh = *b.mesh;
  if (mesh.numvert == 0) return;
  const auto vertex = [&](int i) {
    return Vec3<T>{static_cast<T>(mesh.vert[i][0]), static_cast<T>(mesh.vert[i][1]),
                   static_cast<T>(mesh.vert[i][2])};
  };
  const Vec3<T> normal = z_axis(a);
  const Vec3<T> down = transpose_mul(b.mat, -normal);
  const auto midpoint = [&](const Vec3<T>& vertex_w, T dist) { return vertex_w + normal * (dist * T(-0.5)); };

  const int hull_vertex = mesh.has_graph ? climb_mesh(mesh, down, vertex) : 0;
  const int lowest = mesh.has_graph ? mesh.graph.globalid[hull_vertex] : farthest_vertex(mesh, down, vertex);
  const Vec3<T> lowest_w = b.mat * vertex(lowest) + b.pos;
  const T dist = dot(normal, lowest_w - a.pos);
  if (dist > margin) return;
  const int first = out.count;
  const Vec3<T> first_pos = midpoint(lowest_w, dist);
  out.add(dist, first_pos, normal);

  const T threshold = dot(normal, b.pos - a.pos) - margin;
  const auto try_vertex = [&](int i) {
    const Vec3<T> vertex_l = vertex(i);
    if (dot(down, vertex_l) <= threshold) return;
    const Vec3<T> vertex_w = b.mat * vertex_l + b.pos;
    if (distance(first_pos, vertex_w) < kSpacing * b.rbound) return;
    const T height = dot(normal, vertex_w - a.pos);
    out.add(height, midpoint(vertex_w, height), normal);
  };
  const auto room = [&] { return out.count - first < kMaxPlaneMesh; };
  if (mesh.has_graph) {
    for (const int* next = mesh.graph.neighbours(hull_vertex); *next >= 0 && room(); ++next)
      try_vertex(mesh.graph.globalid[*next]);
  } else {
    for (int i = 0; i < mesh.numvert && room(); ++i)
      if (i != lowest) try_vertex(i);
  }
}

}  // namespace corten::core
