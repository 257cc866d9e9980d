// Distance functions of primitive shapes, support points, and selection of the nth item.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "corten/geom/primitive_distance.h"
#include "corten/geom/quickselect.h"
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
