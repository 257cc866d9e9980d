// Distance functions of shapes at one point and at eight, support points, and selection of the nth item.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "corten/geom/primitive_distance.h"
#include "corten/geom/quickselect.h"
#include "corten/geom/round_field.h"
#include "corten/geom/sdf.h"
#include "corten/geom/sdf_kernels.h"
#include "corten/geom/support_core.h"

namespace corten {
namespace {

TEST(PrimitiveDistance, IsTheDistanceOutside) {  // judge: hand values
  EXPECT_NEAR(primitive_distance(ShapeType::sphere, {2, 0, 0}, {3, 4, 0}), 3, 1e-14);
  EXPECT_NEAR(primitive_distance(ShapeType::capsule, {1, 2, 0}, {0, 0, 5}), 2, 1e-14);
  EXPECT_NEAR(primitive_distance(ShapeType::capsule, {1, 2, 0}, {4, 0, 1}), 3, 1e-14);
  EXPECT_NEAR(primitive_distance(ShapeType::box, {1, 2, 3}, {4, 6, 3}), 5, 1e-14);
  EXPECT_NEAR(primitive_distance(ShapeType::cylinder, {1, 2, 0}, {4, 0, 6}), 5, 1e-14);
  EXPECT_NEAR(primitive_distance(ShapeType::plane, {0, 0, 0}, {4, 5, -2}), -2, 1e-14);
}

TEST(PrimitiveDistance, GradientIsItsSlope) {  // judge: mathematics
  const Vec3<Real> size{0.5, 0.8, 1.1};
  constexpr Real kH = 1e-6;
  for (const ShapeType type : {ShapeType::sphere, ShapeType::capsule, ShapeType::cylinder, ShapeType::box})
    for (const Vec3<Real>& point : {Vec3<Real>{1.3, -1.7, 1.9}, Vec3<Real>{0.9, 1.2, -2.5}}) {
      const Vec3<Real> gradient = primitive_gradient(type, size, point);
      for (int k = 0; k < 3; ++k) {
        Vec3<Real> up = point, down = point;
        up[k] += kH;
        down[k] -= kH;
        const Real slope =
            (primitive_distance(type, size, up) - primitive_distance(type, size, down)) / (2 * kH);
        EXPECT_NEAR(gradient[k], slope, 1e-6) << static_cast<int>(type) << " " << k;
      }
    }
}

// Points around and inside a shape of size one, some of them on planes and axes where choices are made.
EightPoints eight_points(std::mt19937& random) {
  std::uniform_real_distribution<Real> coordinate(-1.5, 1.5);
  EightPoints points;
  for (Eight& axis : points)
    for (Real& x : axis) x = random() % 8 == 0 ? Real(random() % 3) / 2 - 0.5 : coordinate(random);
  return points;
}

// how many of many distances at eight points differ from those at one; equal if both are no numbers
template <class OfOne, class OfEight>
int differing(OfOne&& of_one, OfEight&& of_eight) {
  std::mt19937 random(11);
  int count = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const EightPoints points = eight_points(random);
    Eight distance;
    of_eight(points, distance);
    for (int i = 0; i < 8; ++i) {
      const Real expected = of_one(Vec3<Real>{points[0][i], points[1][i], points[2][i]});
      count += distance[i] != expected && !(std::isnan(distance[i]) && std::isnan(expected));
    }
  }
  return count;
}

// judge: distances of single points, which have the oracle's bits (tests/plugins)
TEST(DistancesOfEight, HaveTheBitsOfSinglePoints) {
  const Vec3<Real> size{0.5, 0.4, 0.7};
  const TorusField torus{0.6, 0.2};
  const BowlField bowl{0.4, 1, 0.02, std::sqrt(1 - 0.4 * 0.4)};
  for (const Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (!has(isa)) continue;
    const auto kernel = kernel_table<SdfKernels>(isa);
    for (int type = 0; type <= static_cast<int>(ShapeType::box); ++type) {
      const auto shape = static_cast<ShapeType>(type);
      EXPECT_EQ(differing([&](const Vec3<Real>& x) { return primitive_distance(shape, size, x); },
                          [&](const EightPoints& x, Eight& d) { kernel.primitive(shape, size, x, d); }),
                0)
          << type;
    }
    EXPECT_EQ(differing([&](const Vec3<Real>& x) { return torus_distance(&torus, x); },
                        [&](const EightPoints& x, Eight& d) { kernel.torus(&torus, x, d); }),
              0);
    EXPECT_EQ(differing([&](const Vec3<Real>& x) { return bowl_distance(&bowl, x); },
                        [&](const EightPoints& x, Eight& d) { kernel.bowl(&bowl, x, d); }),
              0);
  }
}

// A cube of edge 2 whose children are leaves, but for one that has children of its own.
TEST(DistancesOfEight, OfAnOctreeHaveTheBitsOfSinglePoints) {  // judge: distances of single points
  std::vector<Aabb<Real>> box{{{0, 0, 0}, {1, 1, 1}}};
  std::vector<Vec<int, 8>> child(17);
  std::vector<Vec<Real, 8>> coeff(17);
  for (auto& c : child) c = {-1, -1, -1, -1, -1, -1, -1, -1};
  const auto divide = [&](int parent) {
    const Aabb<Real> whole = box[static_cast<std::size_t>(parent)];
    for (int i = 0; i < 8; ++i) {
      child[static_cast<std::size_t>(parent)][i] = static_cast<int>(box.size());
      Aabb<Real> part = whole;
      for (int k = 0; k < 3; ++k) {
        part.half[k] /= 2;
        part.center[k] += i >> k & 1 ? part.half[k] : -part.half[k];
      }
      box.push_back(part);
    }
  };
  divide(0);
  divide(6);
  std::mt19937 random(2);
  for (auto& c : coeff)
    for (Real& x : c) x = std::uniform_real_distribution<Real>(-1, 1)(random);
  const OctreeView tree{static_cast<int>(box.size()), box.data(), child.data(), coeff.data()};
  EXPECT_EQ(differing([&](const Vec3<Real>& x) { return octree_distance(tree, x); },
                      [&](const EightPoints& x, Eight& d) { octree_distances(tree, x, d); }),
            0);
}

// no point of the shape lies farther in a direction than its support: largest dot product over the surface
TEST(Support, IsTheFarthestPoint) {  // judge: mathematics
  const Vec3<Real> u{0.48, -0.6, 0.64};
  const auto farthest = [&](ShapeType type, const Vec3<Real>& size) {
    ConvexSide side{};
    side.type = type;
    side.size = size;
    side.mat = Mat3<Real>::identity();
    Vec3<Real> point;
    support(side, u, point);
    return dot(point, u);
  };
  EXPECT_NEAR(farthest(ShapeType::sphere, {2, 0, 0}), 2, 1e-14);
  EXPECT_NEAR(farthest(ShapeType::box, {1, 2, 3}), 0.48 + 2 * 0.6 + 3 * 0.64, 1e-14);
  EXPECT_NEAR(farthest(ShapeType::capsule, {1, 2, 0}), 1 + 2 * 0.64, 1e-14);
  EXPECT_NEAR(farthest(ShapeType::cylinder, {1, 2, 0}), std::hypot(0.48, 0.6) + 2 * 0.64, 1e-14);
  EXPECT_NEAR(farthest(ShapeType::ellipsoid, {1, 2, 3}), std::hypot(0.48, 2 * 0.6, 3 * 0.64), 1e-14);
}

TEST(Quickselect, PutsTheNthItemWhereSortingWould) {  // judge: std::sort
  std::mt19937 random(3);
  for (int n = 1; n < 60; ++n) {
    std::vector<int> items(static_cast<std::size_t>(n));
    for (int& item : items) item = static_cast<int>(random() % 20);  // many are equal
    std::vector<int> sorted = items;
    std::ranges::sort(sorted);
    const auto nth = static_cast<std::size_t>(n / 2);
    Quickselect(std::span<int>(items), [](int a, int b) { return a < b; }).run(n / 2);
    ASSERT_EQ(items[nth], sorted[nth]) << n;
    EXPECT_TRUE(std::all_of(items.begin(), items.begin() + n / 2, [&](int x) { return x <= sorted[nth]; }));
    EXPECT_TRUE(std::all_of(items.begin() + n / 2, items.end(), [&](int x) { return x >= sorted[nth]; }));
  }
}

}  // namespace
}  // namespace corten
