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

template <int N>
using Points = Vec3<Vec<Real, N>>;

// Which child of a node a point belongs to. Its coordinate in the node, a / b, rounds to less than 1/2
// exactly when a < b / 2: halves are exact, and no quotient of doubles lies between 1/2 and the double before
// it.
template <int N>
int octant(const Aabb<Real>& box, const Points<N>& point, int i) {
  int result = 0;
  for (int k = 0; k < 3; ++k) {
    const Real low = box.center[k] - box.half[k], high = box.center[k] + box.half[k];
    result |= point[k][i] - low < Real(0.5) * (high - low) ? 0 : 1 << k;
  }
  return result;
}

// The leaves at several points, and where in them the points are: coordinates from 0 to 1. All go down
// together, level by level: one waits for the memory while others compute.
template <int N>
void find_leaves(const OctreeView& tree, const Points<N>& point, int (&node)[N], Points<N>& at) {
  int asked[N];
  for (int i = 0; i < N; ++i) node[i] = 0;
  bool moved = true;
  for (int depth = 0; moved && depth < kMaxDepth; ++depth) {
    moved = false;
    for (int i = 0; i < N; ++i) {
      asked[i] = node[i];
      const int next = tree.child[node[i]][octant<N>(tree.aabb[node[i]], point, i)];
      const bool inner = next >= 0 && next < tree.num;
      node[i] = inner ? next : node[i];
      moved |= inner;
    }
  }
  for (int i = 0; i < N; ++i)
    for (int k = 0; k < 3; ++k) {
      const Aabb<Real>& box = tree.aabb[asked[i]];
      const Real low = box.center[k] - box.half[k], high = box.center[k] + box.half[k];
      at[k][i] = (point[k][i] - low) / (high - low);
    }
}

// weight of a corner along one axis
Real share(int corner, int axis, const Vec3<Real>& at) {
  return corner >> axis & 1 ? at[axis] : 1 - at[axis];
}

template <int N>
Vec3<Real> column(const Points<N>& points, int i) {
  return {points[0][i], points[1][i], points[2][i]};
}

template <int N>
void distances(const OctreeView& tree, const Points<N>& points, Vec<Real, N>& distance) {
  Points<N> inside, at;
  for (int i = 0; i < N; ++i) {
    Vec3<Real> point = column<N>(points, i);
    distance[i] = project(tree.aabb[0], point);
    for (int k = 0; k < 3; ++k) inside[k][i] = point[k];
  }
  int leaf[N];
  find_leaves<N>(tree, inside, leaf, at);
  for (int i = 0; i < N; ++i) {
    const Vec<Real, 8>& coeff = tree.coeff[leaf[i]];
    const Vec3<Real> x = column<N>(at, i);
    Real sum = 0;
    for (int j = 0; j < 8; ++j) sum += share(j, 0, x) * share(j, 1, x) * share(j, 2, x) * coeff[j];
    distance[i] = distance[i] > 0 ? sum + distance[i] : sum;
  }
}

Points<1> one(const Vec3<Real>& point) { return {{{{point[0]}}, {{point[1]}}, {{point[2]}}}}; }

}  // namespace

Real octree_distance(const OctreeView& tree, const Vec3<Real>& point) {
  Vec<Real, 1> distance;
  distances<1>(tree, one(point), distance);
  return distance[0];
}

void octree_distances(const OctreeView& tree, const EightPoints& points, Eight& distance) {
  distances<8>(tree, points, distance);
}

Vec3<Real> octree_gradient(const OctreeView& tree, const Vec3<Real>& point, Real distance) {
  Vec3<Real> inside = point, gradient{};
  if (project(tree.aabb[0], inside) <= 0) {
    int leaf[1];
    Points<1> in_leaf;
    find_leaves<1>(tree, one(inside), leaf, in_leaf);
    const Vec<Real, 8>& coeff = tree.coeff[leaf[0]];
    const Vec3<Real> at = column<1>(in_leaf, 0);
    for (int j = 0; j < 8; ++j) {
      const auto slope = [&](int axis) { return Real(j >> axis & 1 ? 1 : -1); };
      gradient[0] += slope(0) * share(j, 1, at) * share(j, 2, at) * coeff[j];
      gradient[1] += share(j, 0, at) * slope(1) * share(j, 2, at) * coeff[j];
      gradient[2] += share(j, 0, at) * share(j, 1, at) * slope(2) * coeff[j];
    }
    return gradient;
  }
  constexpr Real kStep = 1e-8;
  Points<3> there;  // a little farther along each axis
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) there[k][i] = i == k ? point[k] + kStep : point[k];
  distances<3>(tree, there, gradient);
  for (int k = 0; k < 3; ++k) gradient[k] = (gradient[k] - distance) / kStep;
  return gradient;
}

}  // namespace corten
