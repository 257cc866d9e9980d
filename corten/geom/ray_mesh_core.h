// Rays against the faces of a mesh, by a walk down its tree of boxes.
#pragma once

#include <algorithm>
#include <limits>

#include "corten/geom/ray_primitive_core.h"
#include "corten/geom/ray_triangle.h"

namespace corten::core {

inline constexpr int kMaxTreeDepth = 64;  // of the walk's stack; trees are balanced

// the part of the ray inside the box has a length
CORTEN_HD inline bool ray_meets_box(const Aabb<Real>& box, const Vec3<Real>& origin,
                                    const Vec3<Real>& inverse) {
  Real low = 0, high = std::numeric_limits<Real>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Real t1 = (box.center[k] - box.half[k] - origin[k]) * inverse[k];
    const Real t2 = (box.center[k] + box.half[k] - origin[k]) * inverse[k];
    low = std::max(low, std::min(t1, t2));
    high = std::min(high, std::max(t1, t2));
  }
  return low < high;
}

CORTEN_HD inline void mark(const TreeView& tree, int node) {
  if (tree.active) tree.active[node] = 1;
}

CORTEN_HD inline RayHit ray_mesh(const Shape& shape, const Ray& ray) {
  Shape bounds = shape;
  bounds.type = ShapeType::box;
  if (!core::ray_primitive(bounds, ray).hit()) return {};
  const MeshView& mesh = *shape.mesh;
  const Ray local = to_local(shape.pos, shape.mat, ray);
  const TriangleRay triangle_ray(local);
  const Vec3<Real> inverse{1 / local.direction[0], 1 / local.direction[1], 1 / local.direction[2]};

  RayHit best;
  int stack[2 * kMaxTreeDepth];
  int depth = 0;
  if (mesh.tree.num > 0) stack[depth++] = 0;
  while (depth > 0) {
    const int node = stack[--depth];
    if (!ray_meets_box(mesh.tree.aabb[node], local.origin, inverse)) continue;
    const int face = mesh.tree.nodeid[node];
    if (face >= 0) {
      const Vec<int, 3>& v = mesh.face[face];
      Vec3<Real> normal;
      const Real x =
          ray_triangle(triangle_ray, mesh.vertex(v[0]), mesh.vertex(v[1]), mesh.vertex(v[2]), normal);
      if (x < 0 || (best.hit() && x >= best.x)) continue;
      best = {x, normal};
      mark(mesh.tree, node);
      continue;
    }
    mark(mesh.tree, node);
    for (const int child : mesh.tree.child[node].e)
      if (child >= 0 && depth < 2 * kMaxTreeDepth) stack[depth++] = child;
  }
  if (best.hit()) best.normal = shape.mat * unit(best.normal);
  return best;
}

}  // namespace corten::core
