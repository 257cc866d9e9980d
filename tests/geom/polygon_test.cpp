// Clipping of polygons, and the closest point of a simplex.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "corten/geom/clip_polygon.h"
#include "corten/geom/simplex_core.h"

namespace corten {
namespace {

Polygon square(Real half, Real x, Real y, Real z) {
  Polygon p;
  p.count = 4;
  const Real corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int i = 0; i < 4; ++i) p.vertex[i] = {x + half * corner[i][0], y + half * corner[i][1], z};
  return p;
}

Real area(const Polygon& p) {
  Vec3<Real> sum{};
  for (int i = 1; i + 1 < p.count; ++i)
    sum = sum + cross(p.vertex[i] - p.vertex[0], p.vertex[i + 1] - p.vertex[0]);
  return std::sqrt(dot(sum, sum)) / 2;
}

const Vec3<Real> kDown{0, 0, -1};  // about which the squares run clockwise, as outlines do

TEST(ClipPolygon, SquaresThatOverlapByAQuarterShareIt) {  // judge: mathematics
  const Polygon shared = clip(square(1, 1, 1, 0.5), square(1, 0, 0, 0), kDown);
  EXPECT_NEAR(area(shared), 1, 1e-14);
  for (int i = 0; i < shared.count; ++i) EXPECT_EQ(shared.vertex[i][2], 0.5);  // it stays in its plane
}

TEST(ClipPolygon, ASquareInsideStaysWhole) {  // judge: mathematics
  EXPECT_NEAR(area(clip(square(0.5, 0.2, -0.1, 0), square(1, 0, 0, 0), kDown)), 1, 1e-14);
}

TEST(ClipPolygon, SquaresApartShareNothing) {  // judge: mathematics
  EXPECT_EQ(clip(square(1, 5, 0, 0), square(1, 0, 0, 0), kDown).count, 0);
}

TEST(ClipPolygon, OfASegmentTheInnerPartRemains) {  // judge: mathematics
  Polygon segment;
  segment.count = 2;
  segment.vertex[0] = {-3, 0, 0};
  segment.vertex[1] = {0.5, 0, 0};
  const Polygon inner = clip(segment, square(1, 0, 0, 0), kDown);
  Real first = 1, last = -1;
  for (int i = 0; i < inner.count; ++i) {
    first = std::min(first, inner.vertex[i][0]);
    last = std::max(last, inner.vertex[i][0]);
  }
  EXPECT_NEAR(first, -1, 1e-14);
  EXPECT_NEAR(last, 0.5, 1e-14);
}

Vec3<Real> closest(const Vec3<Real> (&corner)[4], int n) {
  DifferenceVertex v[4] = {};
  for (int i = 0; i < n; ++i) v[i].w = corner[i];
  const Vec<Real, 4> weight = closest_weights(v, n);
  Vec3<Real> point{};
  Real sum = 0;
  for (int i = 0; i < 4; ++i) {
    point = point + corner[i] * weight[i];
    sum += weight[i];
    EXPECT_GE(weight[i], 0);
  }
  EXPECT_NEAR(sum, 1, 1e-14);
  return point;
}

TEST(Simplex, TheClosestPointIsOnTheRightFeature) {  // judge: hand values
  const Vec3<Real> corner[4] = {{-1, 1, 1}, {3, 1, 1}, {-1, -3, 1}, {-1, 1, 5}};
  const Vec3<Real> expected[4] = {{-1, 1, 1}, {0, 1, 1}, {0, 0, 1}, {0, 0, 1}};  // vertex, edge, face, face
  for (int n = 1; n <= 4; ++n) {
    const Vec3<Real> point = closest(corner, n);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(point[k], expected[n - 1][k], 1e-14) << n;
  }
}

TEST(Simplex, TheFootOfTheOriginIsThePlanesNearestPoint) {  // judge: hand value
  Vec3<Real> foot;
  ASSERT_TRUE(plane_foot({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, foot));
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(foot[k], 1 / 3.0, 1e-15);
  EXPECT_FALSE(plane_foot({1, 1, 1}, {2, 2, 2}, {3, 3, 3}, foot));
}

TEST(Simplex, AreasOfTheCentroidAreThirds) {  // judge: mathematics
  const Vec3<Real> a{0, 0, 2}, b{3, 0, 2}, c{0, 3, 2};
  const TriangleAreas areas = triangle_areas({1, 1, 2}, a, b, c);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(areas.part[k] / areas.total, 1 / 3.0, 1e-15);
}

}  // namespace
}  // namespace corten
