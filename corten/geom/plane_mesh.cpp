// Plane against the convex hull of a mesh: the lowest vertex and up to two of its neighbours.
#include "corten/geom/primitive_pairs.h"
#include "corten/geom/round_contact.h"

namespace corten {
namespace {

constexpr Real kSpacing = 0.3;  // of rbound: neighbours closer to the first contact are ignored
constexpr int kMaxPlaneMesh = 3;

// hull vertex farthest in the direction, climbing from hull vertex 0
int climb(const MeshView& mesh, const Vec3<Real>& direction) {
  int best = 0;
  Real best_value = dot(mesh.vertex(mesh.graph.globalid[0]), direction);
  for (int previous = -1; previous != best;) {
    previous = best;
    for (const int* next = mesh.graph.neighbours(previous); *next >= 0; ++next) {
      const Real value = dot(mesh.vertex(mesh.graph.globalid[*next]), direction);
      if (value > best_value) {
        best_value = value;
        best = *next;
      }
    }
  }
  return best;
}

int farthest(const MeshView& mesh, const Vec3<Real>& direction) {
  int best = 0;
  Real best_value = dot(mesh.vertex(0), direction);
  for (int i = 1; i < mesh.numvert; ++i) {
    const Real value = dot(mesh.vertex(i), direction);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return best;
}

}  // namespace

void plane_mesh(const Shape& a, const Shape& b, Real margin, ContactPoints& out) {
  const MeshView& mesh = *b.mesh;
  if (mesh.numvert == 0) return;
  const Vec3<Real> normal = z_axis(a);
  const Vec3<Real> down = transpose_mul(b.mat, -normal);
  const auto add = [&](const Vec3<Real>& vertex_w, Real dist) {
    out.add(dist, vertex_w + normal * (dist * Real(-0.5)), normal);
  };

  const int hull_vertex = mesh.has_graph ? climb(mesh, down) : 0;
  const int lowest = mesh.has_graph ? mesh.graph.globalid[hull_vertex] : farthest(mesh, down);
  const Vec3<Real> lowest_w = b.mat * mesh.vertex(lowest) + b.pos;
  const Real dist = dot(normal, lowest_w - a.pos);
  if (dist > margin) return;
  const int first = out.count;
  add(lowest_w, dist);
  const Vec3<Real> first_pos = out.point[first].pos;

  const Real threshold = dot(normal, b.pos - a.pos) - margin;
  const auto try_vertex = [&](int vertex) {
    const Vec3<Real> vertex_l = mesh.vertex(vertex);
    if (dot(down, vertex_l) <= threshold) return;
    const Vec3<Real> vertex_w = b.mat * vertex_l + b.pos;
    if (distance(first_pos, vertex_w) < kSpacing * b.rbound) return;
    add(vertex_w, dot(normal, vertex_w - a.pos));
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

}  // namespace corten
