// Convex hulls and the graph of their vertices.
#include "corten/geom/hull.h"

#include <gtest/gtest.h>

#include <random>

#include "corten/geom/mesh_mass.h"

namespace corten {
namespace {

std::vector<Vec3<Real>> cube_and_inner_points() {
  std::vector<Vec3<Real>> points;
  for (int i = 0; i < 8; ++i) points.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
  std::mt19937 random(3);
  std::uniform_real_distribution<Real> inside(-0.9, 0.9);
  for (int i = 0; i < 20; ++i) points.push_back({inside(random), inside(random), inside(random)});
  return points;
}

TEST(Hull, OfACubeHasItsCornersAndTwelveTriangles) {  // judge: hand value
  const auto points = cube_and_inner_points();
  const ConvexHull hull = convex_hull(points, -1);
  ASSERT_EQ(hull.error, "");
  EXPECT_EQ(hull.vert_count(), 8);
  EXPECT_EQ(hull.face_count(), 12);
  for (const int id : hull.vert_globalid()) EXPECT_LT(id, 8);
  const MeshMass mass = mesh_mass(points, hull.faces(), hull.faces(), MassModel::kSignedVolume);
  EXPECT_NEAR(mass.volume, 8, 1e-14);  // outward faces: positive volume
}

TEST(Hull, NeighboursAreMutual) {  // judge: property of a graph
  const ConvexHull hull = convex_hull(cube_and_inner_points(), -1);
  const auto neighbours = [&](int v) {
    std::vector<int> list;
    for (int k = hull.vert_edgeadr()[v]; hull.edge_localid()[k] >= 0; ++k)
      list.push_back(hull.edge_localid()[k]);
    return list;
  };
  int edges = 0;
  for (int v = 0; v < hull.vert_count(); ++v)
    for (const int other : neighbours(v)) {
      const std::vector<int> back = neighbours(other);
      EXPECT_NE(std::find(back.begin(), back.end(), v), back.end());
      ++edges;
    }
  EXPECT_EQ(edges, 2 * 18);  // Euler: 8 + 12 - 2 edges, seen from both ends
}

TEST(Hull, OfFewerThanFourVerticesIsRefused) {  // judge: definition
  for (const int vertices : {0, 3})
    EXPECT_FALSE(convex_hull(cube_and_inner_points(), vertices).error.empty());
}

TEST(Hull, LimitStopsTheGrowth) {  // judge: hand value
  EXPECT_LE(convex_hull(cube_and_inner_points(), 5).vert_count(), 5);
  EXPECT_EQ(convex_hull(cube_and_inner_points(), 4).vert_count(), 4);
}

TEST(Hull, FlatOrFewPointsAreAnError) {  // judge: hand value
  EXPECT_NE(convex_hull(std::vector<Vec3<Real>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, -1).error, "");
  EXPECT_NE(convex_hull(std::vector<Vec3<Real>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, -1).error, "");
  EXPECT_NE(convex_hull(std::vector<Vec3<Real>>(10, Vec3<Real>{1, 2, 3}), -1).error, "");
}

}  // namespace
}  // namespace corten
