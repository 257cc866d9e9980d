// A flat bounding-box tree for many rays: built once by the surface-area heuristic, walked nearest box first.
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "corten/math/vec3.h"

namespace corten::viewer {

struct Box {
  Vec3<float> lower{INFINITY, INFINITY, INFINITY};
  Vec3<float> upper{-INFINITY, -INFINITY, -INFINITY};

  void add(const Vec3<float>& point);
  void add(const Box& box);
  Vec3<float> center() const { return (lower + upper) * 0.5F; }
  float half_area() const;
};

// A ray as boxes need it: the reciprocal of its direction in place of divisions.
struct BoxRay {
  Vec3<float> origin;
  Vec3<float> inverse;

  BoxRay(const Vec3<float>& origin_, const Vec3<float>& direction);
};

class BoxTree {
 public:
  struct Node {
    Vec3<float> lower;
    int first = 0;  // leaf: first item in order(); inner: its left child, the right one follows
    Vec3<float> upper;
    int count = 0;  // items of a leaf, 0 inside
  };

  BoxTree() = default;
  // Items whose box is not finite are left out.
  explicit BoxTree(std::span<const Box> boxes);

  bool empty() const { return nodes_.empty(); }
  Box bounds() const { return empty() ? Box{} : Box{nodes_[0].lower, nodes_[0].upper}; }
  const std::vector<int>& order() const { return order_; }

  // Calls leaf(first, count) for the leaves the ray reaches in [tmin, tmax], nearest first; leaf may make
  // tmax smaller, and ends the walk by returning true.
  template <class Leaf>
  void walk(const BoxRay& ray, float tmin, const float& tmax, Leaf&& leaf) const;

 private:
  void split(int node, std::span<const Box> boxes, int first, int count, int depth);
  static float entry(const Node& node, const BoxRay& ray, float tmin, float tmax);

  std::vector<Node> nodes_;
  std::vector<int> order_;
};

inline constexpr int kMaxTreeDepth = 60;

// Where the ray enters the box; infinity when it does not.
inline float BoxTree::entry(const Node& node, const BoxRay& ray, float tmin, float tmax) {
  for (int i = 0; i < 3; ++i) {
    const float a = (node.lower[i] - ray.origin[i]) * ray.inverse[i];
    const float b = (node.upper[i] - ray.origin[i]) * ray.inverse[i];
    const float near = a < b ? a : b;
    const float far = a < b ? b : a;
    tmin = near > tmin ? near : tmin;
    tmax = far < tmax ? far : tmax;
  }
  // rounding must not lose a ray that grazes a flat box
  return tmin <= tmax * (1 + 4e-7F) ? tmin : INFINITY;
}

template <class Leaf>
void BoxTree::walk(const BoxRay& ray, float tmin, const float& tmax, Leaf&& leaf) const {
  if (empty() || entry(nodes_[0], ray, tmin, tmax) == INFINITY) return;
  struct Waiting {
    int node;
    float t;
  };
  std::array<Waiting, kMaxTreeDepth + 4> stack;
  int waiting = 0;
  int node = 0;
  for (;;) {
    const Node& n = nodes_[static_cast<std::size_t>(node)];
    if (n.count > 0) {
      if (leaf(n.first, n.count)) return;
    } else {
      int near = n.first;
      int far = n.first + 1;
      float t_near = entry(nodes_[static_cast<std::size_t>(near)], ray, tmin, tmax);
      float t_far = entry(nodes_[static_cast<std::size_t>(far)], ray, tmin, tmax);
      if (t_far < t_near) {
        std::swap(near, far);
        std::swap(t_near, t_far);
      }
      if (t_far < INFINITY) stack[static_cast<std::size_t>(waiting++)] = {far, t_far};
      if (t_near < INFINITY) {
        node = near;
        continue;
      }
    }
    do {
      if (waiting == 0) return;
      --waiting;
    } while (stack[static_cast<std::size_t>(waiting)].t > tmax);
    node = stack[static_cast<std::size_t>(waiting)].node;
  }
}

}  // namespace corten::viewer
