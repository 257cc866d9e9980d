// Building a box tree: the split with the smallest expected cost among sixteen bins per axis.
#include "viewer/box_tree.h"

#include <algorithm>
#include <numeric>

namespace corten::viewer {
namespace {

constexpr int kBins = 16;
constexpr int kLeafItems = 4;

bool is_finite(const Box& box) {
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(box.lower[i]) || !std::isfinite(box.upper[i])) return false;
  return true;
}

struct Split {
  int axis = -1;  // −1: none is worth it
  float at = 0;
  float cost = INFINITY;
};

struct Bin {
  Box box;
  int count = 0;
};

// Expected cost of cutting after each bin; keeps the best.
void best_cut(const std::array<Bin, kBins>& bins, int axis, float low, float width, Split& best) {
  std::array<float, kBins> right_cost{};
  Bin right;
  for (int i = kBins - 1; i > 0; --i) {
    right.box.add(bins[static_cast<std::size_t>(i)].box);
    right.count += bins[static_cast<std::size_t>(i)].count;
    right_cost[static_cast<std::size_t>(i)] =
        right.count ? right.box.half_area() * static_cast<float>(right.count) : INFINITY;
  }
  Bin left;
  for (int i = 0; i + 1 < kBins; ++i) {
    left.box.add(bins[static_cast<std::size_t>(i)].box);
    left.count += bins[static_cast<std::size_t>(i)].count;
    if (!left.count) continue;
    const float cost =
        left.box.half_area() * static_cast<float>(left.count) + right_cost[static_cast<std::size_t>(i + 1)];
    if (cost < best.cost) best = {axis, low + width * static_cast<float>(i + 1), cost};
  }
}

Split find_split(std::span<const Box> boxes, std::span<const int> items) {
  Box centers;
  for (int item : items) centers.add(boxes[static_cast<std::size_t>(item)].center());
  Split best;
  for (int axis = 0; axis < 3; ++axis) {
    const float low = centers.lower[axis];
    const float width = (centers.upper[axis] - low) / kBins;
    if (!(width > 0) || !std::isfinite(width)) continue;
    std::array<Bin, kBins> bins;
    for (int item : items) {
      const Box& box = boxes[static_cast<std::size_t>(item)];
      const int i = std::clamp(static_cast<int>((box.center()[axis] - low) / width), 0, kBins - 1);
      bins[static_cast<std::size_t>(i)].box.add(box);
      ++bins[static_cast<std::size_t>(i)].count;
    }
    best_cut(bins, axis, low, width, best);
  }
  return best;
}

}  // namespace

void Box::add(const Vec3<float>& point) {
  for (int i = 0; i < 3; ++i) {
    lower[i] = std::min(lower[i], point[i]);
    upper[i] = std::max(upper[i], point[i]);
  }
}

void Box::add(const Box& box) {
  for (int i = 0; i < 3; ++i) {
    lower[i] = std::min(lower[i], box.lower[i]);
    upper[i] = std::max(upper[i], box.upper[i]);
  }
}

float Box::half_area() const {
  const Vec3<float> d = upper - lower;
  return d[0] < 0 ? 0 : d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
}

BoxRay::BoxRay(const Vec3<float>& origin_, const Vec3<float>& direction) : origin(origin_) {
  // a direction of zero becomes tiny: 0 times infinity would not be a number
  for (int i = 0; i < 3; ++i) inverse[i] = 1 / (std::abs(direction[i]) > 1e-20F ? direction[i] : 1e-20F);
}

BoxTree::BoxTree(std::span<const Box> boxes) {
  for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
    if (is_finite(boxes[static_cast<std::size_t>(i)])) order_.push_back(i);
  if (order_.empty()) return;
  nodes_.reserve(order_.size());
  nodes_.emplace_back();
  split(0, boxes, 0, static_cast<int>(order_.size()), 0);
}

void BoxTree::split(int node, std::span<const Box> boxes, int first, int count, int depth) {
  const std::span<int> items(order_.data() + first, static_cast<std::size_t>(count));
  Box bounds;
  for (int item : items) bounds.add(boxes[static_cast<std::size_t>(item)]);
  nodes_[static_cast<std::size_t>(node)] = {bounds.lower, first, bounds.upper, count};
  if (count <= kLeafItems || depth >= kMaxTreeDepth) return;
  const Split best = find_split(boxes, items);
  int left = count / 2;
  if (best.axis >= 0) {
    const auto middle = std::partition(items.begin(), items.end(), [&](int item) {
      return boxes[static_cast<std::size_t>(item)].center()[best.axis] < best.at;
    });
    left = static_cast<int>(middle - items.begin());
  }
  if (left == 0 || left == count) left = count / 2;  // all centres coincide
  const int child = static_cast<int>(nodes_.size());
  nodes_.emplace_back();
  nodes_.emplace_back();
  nodes_[static_cast<std::size_t>(node)].first = child;
  nodes_[static_cast<std::size_t>(node)].count = 0;
  split(child, boxes, first, left, depth + 1);
  split(child + 1, boxes, first + left, count - left, depth + 1);
}

}  // namespace corten::viewer
