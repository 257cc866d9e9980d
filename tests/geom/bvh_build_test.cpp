// Hierarchies of boxes and the partition they are split by.
#include "corten/geom/bvh_build.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "corten/geom/quickselect.h"

namespace corten {
namespace {

TEST(Quickselect, PutsTheMedianWhereSortingWould) {  // judge: std::sort
  std::mt19937 random(1);
  for (int count = 1; count < 60; ++count)
    for (int repeat = 0; repeat < 20; ++repeat) {
      std::vector<int> items(count);
      for (int& x : items) x = static_cast<int>(random() % (1 + repeat));
      std::vector<int> sorted = items;
      std::sort(sorted.begin(), sorted.end());
      const int half = count / 2;
      Quickselect(std::span(items), std::less<>()).run(half);
      EXPECT_EQ(items[half], sorted[half]);
      EXPECT_LE(*std::max_element(items.begin(), items.begin() + half + 1), items[half]);
      EXPECT_GE(*std::min_element(items.begin() + half, items.end()), items[half]);
    }
}

TEST(Quickselect, SurvivesNumbersWithoutOrder) {  // judge: keeps all items
  std::mt19937 random(1);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<Real> items(100);
    for (Real& x : items) x = random() % 3 ? random() : std::numeric_limits<Real>::quiet_NaN();
    const auto numbers = [](const std::vector<Real>& v) {
      return std::count_if(v.begin(), v.end(), [](Real x) { return x == x; });
    };
    const auto before = numbers(items);
    Quickselect(std::span(items), [](Real a, Real b) {
      return std::abs(a - b) > 1 ? a < b : &a < &b;
    }).run(50);
    EXPECT_EQ(numbers(items), before);
  }
}

std::vector<BvhElement> unit_boxes_along_x(int count) {
  std::vector<BvhElement> boxes;
  for (int i = 0; i < count; ++i) {
    const Real x = 2 * ((7 * i) % count);
    boxes.push_back({{x, 0, 0}, {x + 1, 1, 1}, {x, 0, 0}, i});
  }
  return boxes;
}

TEST(Bvh, HasEveryElementAtOneLeaf) {  // judge: hand value
  const Bvh bvh = build_bvh(unit_boxes_along_x(11));
  EXPECT_EQ(bvh.size(), 2 * 11 - 1);
  std::vector<int> ids;
  for (int node = 0; node < bvh.size(); ++node) {
    const bool leaf = bvh.nodeid[node] >= 0;
    EXPECT_EQ(leaf, bvh.child[node][0] < 0);
    if (leaf) ids.push_back(bvh.nodeid[node]);
  }
  std::sort(ids.begin(), ids.end());
  for (int i = 0; i < 11; ++i) EXPECT_EQ(ids[i], i);
}

TEST(Bvh, BoxesEncloseTheirChildrenAndComeBeforeThem) {  // judge: property of a hierarchy
  const Bvh bvh = build_bvh(unit_boxes_along_x(11));
  for (int node = 0; node < bvh.size(); ++node)
    for (const int child : bvh.child[node]) {
      if (child < 0) continue;
      EXPECT_GT(child, node);
      EXPECT_EQ(bvh.depth[child], bvh.depth[node] + 1);
      for (int k = 0; k < 3; ++k) {
        const auto &outer = bvh.aabb[node], &inner = bvh.aabb[child];
        EXPECT_LE(outer.center[k] - outer.half[k], inner.center[k] - inner.half[k]);
        EXPECT_GE(outer.center[k] + outer.half[k], inner.center[k] + inner.half[k]);
      }
    }
}

TEST(Bvh, OfNothingIsEmpty) { EXPECT_EQ(build_bvh({}).size(), 0); }  // judge: hand value

TEST(Bvh, TurnedBoxIsEnclosed) {  // judge: hand value
  const Real h = std::sqrt(0.5);
  const Pose<Real> pose{{5, 0, 0}, axis_angle_quat(Vec3<Real>{0, 0, 1}, kPi / 4)};
  const BvhElement e = bvh_element({{0, 0, 0}, {1, 1, 2}}, pose, {{1, 0, 0}, Quat<Real>::identity()}, 3);
  EXPECT_NEAR(e.upper[0], 4 + 2 * h, 1e-15);
  EXPECT_NEAR(e.lower[1], -2 * h, 1e-15);
  EXPECT_NEAR(e.upper[2], 2, 1e-15);
  EXPECT_EQ(e.pos, (Vec3<Real>{4, 0, 0}));
}

}  // namespace
}  // namespace corten
