// Construction of a bounding-volume hierarchy: halve at the median along the longest edge.
#include "corten/geom/bvh_build.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "corten/geom/quickselect.h"

namespace corten {
namespace {

constexpr Real kEps = 1e-14;

struct Box {
  Vec3<Real> lower, upper;
};

// the box around all elements, never flat
Box enclose(std::span<const BvhElement> elements) {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  Box box{{kMax, kMax, kMax}, {-kMax, -kMax, -kMax}};
  for (const BvhElement& e : elements)
    for (int k = 0; k < 3; ++k) {
      box.lower[k] = std::min(box.lower[k], e.lower[k]);
      box.upper[k] = std::max(box.upper[k], e.upper[k]);
    }
  for (int k = 0; k < 3; ++k)
    if (std::abs(box.upper[k] - box.lower[k]) < kEps) {
      box.lower[k] -= kEps;
      box.upper[k] += kEps;
    }
  return box;
}

Aabb<Real> center_and_half(const Box& box) {
  Aabb<Real> aabb;
  for (int k = 0; k < 3; ++k) {
    aabb.center[k] = (box.upper[k] + box.lower[k]) / 2;
    aabb.half[k] = (box.upper[k] - box.lower[k]) / 2;
  }
  return aabb;
}

int longest_axis(const Box& box) {
  const Vec3<Real> edge = box.upper - box.lower;
  int axis = edge[1] >= edge[0] + kEps ? 1 : 0;
  if (edge[2] >= edge[axis] + kEps) axis = 2;
  return axis;
}

class Builder {
 public:
  explicit Builder(std::vector<BvhElement>& elements) : all_(elements) {
    const size_t nodes = 2 * elements.size() - 1;
    bvh_.depth.reserve(nodes);
    bvh_.child.reserve(nodes);
    bvh_.nodeid.reserve(nodes);
    bvh_.aabb.reserve(nodes);
  }

  int build(size_t begin, size_t end, int depth) {
    const std::span<BvhElement> elements(all_.data() + begin, end - begin);
    const Box box = enclose(elements);
    const int node = bvh_.size();
    bvh_.depth.push_back(depth);
    bvh_.child.push_back({-1, -1});
    bvh_.nodeid.push_back(elements.size() == 1 ? elements[0].id : -1);
    bvh_.aabb.push_back(center_and_half(box));
    if (elements.size() == 1) return node;

    const size_t half = elements.size() / 2;
    split(elements, half, longest_axis(box));
    const int left = build(begin, begin + half, depth + 1);
    const int right = build(begin + half, end, depth + 1);
    bvh_.child[node] = {left, right};
    return node;
  }

  Bvh take() { return std::move(bvh_); }

 private:
  // smaller positions to the left; equal ones by id
  static void split(std::span<BvhElement> elements, size_t half, int axis) {
    const auto before = [axis](const BvhElement& a, const BvhElement& b) {
      if (std::abs(a.pos[axis] - b.pos[axis]) > kEps) return a.pos[axis] < b.pos[axis];
      return a.id < b.id;
    };
    Quickselect(elements, before).run(static_cast<int>(half));
  }

  std::vector<BvhElement>& all_;
  Bvh bvh_;
};

// the point at equal distance from the three corners; not finite for a degenerate face
Vec3<Real> circumcenter(const Vec3<Real>& v0, const Vec3<Real>& v1, const Vec3<Real>& v2) {
  const Vec3<Real> a = v0 - v2, b = v1 - v2;
  const Vec3<Real> n = cross(a, b);
  const Real area = norm(n);  // of the parallelogram
  const Vec3<Real> offset = cross(b * dot(a, a) - a * dot(b, b), n);
  Vec3<Real> center;
  for (int k = 0; k < 3; ++k) center[k] = offset[k] / (2 * area * area) + v2[k];
  return center;
}

}  // namespace

Bvh build_bvh(std::vector<BvhElement> elements) {
  if (elements.empty()) return {};
  Builder builder(elements);
  builder.build(0, elements.size(), 0);
  return builder.take();
}

BvhElement bvh_element(const Aabb<Real>& box, const Pose<Real>& pose, const Pose<Real>& frame, int id) {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  const Quat<Real> to_frame = conjugate(frame.quat);
  const Vec3<Real> offset = pose.pos - frame.pos;
  BvhElement e{{kMax, kMax, kMax}, {-kMax, -kMax, -kMax}, rotate(to_frame, offset), id};
  const Vec3<Real> lower = box.center - box.half, upper = box.center + box.half;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3<Real> p;
    for (int k = 0; k < 3; ++k) p[k] = (corner >> k) & 1 ? upper[k] : lower[k];
    p = rotate(to_frame, rotate(pose.quat, p) + offset);
    for (int k = 0; k < 3; ++k) {
      e.lower[k] = std::min(e.lower[k], p[k]);
      e.upper[k] = std::max(e.upper[k], p[k]);
    }
  }
  return e;
}

Bvh build_face_bvh(std::span<const Vec3<Real>> vert, std::span<const Triangle> face) {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  std::vector<BvhElement> elements(face.size());
  for (size_t i = 0; i < face.size(); ++i) {
    const Vec3<Real>&a = vert[face[i][0]], &b = vert[face[i][1]], &c = vert[face[i][2]];
    BvhElement& e = elements[i];
    for (int k = 0; k < 3; ++k) {
      // by way of centre and half size, which rounds; undefined vertices do not count, and a face that has no
      // others is everywhere
      const Real lower = std::min({kMax, a[k], b[k], c[k]}), upper = std::max({-kMax, a[k], b[k], c[k]});
      const Real center = (lower + upper) / 2, half = std::abs(upper - lower) / 2;
      e.lower[k] = center - half;
      e.upper[k] = center + half;
    }
    e.pos = circumcenter(a, b, c);
    e.id = static_cast<int>(i);
  }
  return build_bvh(std::move(elements));
}

}  // namespace corten
