// Distance and gradient of an octree of signed distances.
#include "corten/geom/sdf.h"

namespace corten {
namespace {

constexpr int kMaxDepth = 100;

// Moves a point that is outside the box to its faces and a little further; the distance it was away, 0
// inside.
Real project(const Aabb<Real>& box, Vec3<Real>& point) {
  constexpr Real kInset = 1e-6;
  const Vec3<Real> r = point - box.center;
  Vec3<Real> q;
  for (int k = 0; k < 3; ++k) q[k] = std::abs(r[k]) - box.half[k];
  if (q[0] <= 0 && q[1] <= 0 && q[2] <= 0) return 0;
  Real squared = 0;
  for (int k = 0; k < 3; ++k) {
    if (!(q[k] >= 0)) continue;
    squared += q[k] * q[k];
    point[k] -= r[k] > 0 ? q[k] + kInset : -(q[k] + kInset);
  }
  return std::sqrt(squared);
}

// The leaf at a point, and where in it the point is: coordinates from 0 to 1.
int find_leaf(const OctreeView& tree, const Vec3<Real>& point, Vec3<Real>& at) {
  int node = 0;
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    const Aabb<Real>& box = tree.aabb[node];
    for (int k = 0; k < 3; ++k) {
      const Real low = box.center[k] - box.half[k], high = box.center[k] + box.half[k];
      at[k] = (point[k] - low) / (high - low);
    }
    const int next = tree.child[node][(at[0] < .5 ? 0 : 1) + (at[1] < .5 ? 0 : 2) + (at[2] < .5 ? 0 : 4)];
    if (next < 0 || next >= tree.num) break;
    node = next;
  }
  return node;
}

// weight of a corner along one axis
Real share(int corner, int axis, const Vec3<Real>& at) {
  return corner >> axis & 1 ? at[axis] : 1 - at[axis];
}

}  // namespace

Real octree_distance(const OctreeView& tree, const Vec3<Real>& point) {
  Vec3<Real> inside = point, at;
  const Real outside = project(tree.aabb[0], inside);
  const Vec<Real, 8>& coeff = tree.coeff[find_leaf(tree, inside, at)];
  Real sum = 0;
  for (int j = 0; j < 8; ++j) sum += share(j, 0, at) * share(j, 1, at) * share(j, 2, at) * coeff[j];
  return outside > 0 ? sum + outside : sum;
}

Vec3<Real> octree_gradient(const OctreeView& tree, const Vec3<Real>& point) {
  Vec3<Real> inside = point, at, gradient{};
  if (project(tree.aabb[0], inside) <= 0) {
    const Vec<Real, 8>& coeff = tree.coeff[find_leaf(tree, inside, at)];
    for (int j = 0; j < 8; ++j) {
      const auto slope = [&](int axis) { return Real(j >> axis & 1 ? 1 : -1); };
      gradient[0] += slope(0) * share(j, 1, at) * share(j, 2, at) * coeff[j];
      gradient[1] += share(j, 0, at) * slope(1) * share(j, 2, at) * coeff[j];
      gradient[2] += share(j, 0, at) * share(j, 1, at) * slope(2) * coeff[j];
    }
    return gradient;
  }
  constexpr Real kStep = 1e-8;
  const Real here = octree_distance(tree, point);
  for (int k = 0; k < 3; ++k) {
    Vec3<Real> there = point;
    there[k] += kStep;
    gradient[k] = (octree_distance(tree, there) - here) / kStep;
  }
  return gradient;
}

}  // namespace corten
