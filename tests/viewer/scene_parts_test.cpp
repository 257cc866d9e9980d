// Pieces of a picture: box trees, hanging ropes, textures.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "corten/load.h"
#include "viewer/catenary.h"
#include "viewer/texture.h"
#include "viewer/triangles.h"

namespace corten::viewer {
namespace {

using Point = Vec3<float>;

std::vector<TriangleCorners> random_triangles(int n) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> unit(-1, 1);
  std::vector<TriangleCorners> faces(static_cast<std::size_t>(n));
  for (TriangleCorners& f : faces) {
    const Point center{unit(random), unit(random), unit(random)};
    for (Point& v : f.vert) v = center + Point{unit(random), unit(random), unit(random)} * 0.2F;
  }
  return faces;
}

TEST(Triangles, TheTreeFindsWhatEveryTriangleAloneFinds) {  // judge: all triangles one by one
  const auto faces = random_triangles(500);
  const TriangleSurface all(faces);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> unit(-1, 1);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    const Point origin{3 * unit(random), 3 * unit(random), 3 * unit(random)};
    const Point direction = Point{unit(random), unit(random), unit(random)} - origin;
    float nearest = INFINITY;
    bool blocked = false;
    for (const TriangleCorners& face : faces) {
      const TriangleSurface one({face});
      nearest = std::min(nearest, one.nearest(origin, direction, 0, INFINITY).t);
      blocked = blocked || one.occludes(origin, direction, 0, 10);
    }
    EXPECT_EQ(all.nearest(origin, direction, 0, INFINITY).t, nearest);
    EXPECT_EQ(all.occludes(origin, direction, 0, 10), blocked);
    hits += nearest < INFINITY;
  }
  EXPECT_GT(hits, 100);
}

TEST(Triangles, ManyEqualOnesAreNoTrouble) {  // judge: ends, and finds one
  const auto one = random_triangles(1);
  std::vector<TriangleCorners> same(2000, one[0]);
  const TriangleSurface surface(same);
  const Point middle = (one[0].vert[0] + one[0].vert[1] + one[0].vert[2]) * (1.0F / 3);
  const Point normal = surface.flat_normal(0);
  EXPECT_GE(surface.nearest(middle + normal * 10.0F, -normal, 0, INFINITY).face, 0);
}

TEST(Catenary, HasItsLengthAndItsEnds) {  // judge: the sum of many chords
  const Vec3<Real> from{0, 0, 1}, to{1, 2, 0.5};
  const auto rope = catenary(from, to, {0, 0, -9.81}, 3.5, 2000);
  Real length = 0;
  for (std::size_t i = 0; i + 1 < rope.size(); ++i) length += distance(rope[i], rope[i + 1]);
  EXPECT_NEAR(length, 3.5, 1e-4);
  EXPECT_NEAR(distance(rope.front(), from), 0, 1e-9);
  EXPECT_NEAR(distance(rope.back(), to), 0, 1e-6);
}

TEST(Catenary, TautAndVerticalRopesAreStraight) {  // judge: hand value
  EXPECT_EQ(catenary({0, 0, 0}, {1, 0, 0}, {0, 0, -1}, 1, 20).size(), 2U);
  const auto folded = catenary({0, 0, 0}, {0, 0, 1}, {0, 0, -1}, 3, 20);
  ASSERT_EQ(folded.size(), 3U);
  EXPECT_NEAR(folded[1][2], -1, 1e-12);
}

TEST(Texture, RepeatsAndAveragesWhenSmall) {  // judge: hand value
  const Model m =
      load_text(
          R"(<mujoco><asset><texture name="t" type="2d" builtin="checker" rgb1="1 1 1" rgb2="0 0 0" width="8" height="8"/>
         </asset></mujoco>)")
          .value();
  const Texture texture(m, 0);
  EXPECT_EQ(texture.sample(Vec<float, 2>{0.25F, 0.25F}, {})[0],
            texture.sample(Vec<float, 2>{3.25F, -0.75F}, {})[0]);
  EXPECT_NE(texture.sample(Vec<float, 2>{0.25F, 0.25F}, {})[0],
            texture.sample(Vec<float, 2>{0.75F, 0.25F}, {})[0]);
  const Footprint large{{4, 0}, {0, 4}};
  EXPECT_NEAR(texture.sample(Vec<float, 2>{0.3F, 0.1F}, large)[0], 0.5F, 0.01F);
}

TEST(Texture, BadCoordinatesAreBlack) {  // judge: no crash
  const Model m =
      load_text(
          R"(<mujoco><asset><texture name="t" type="cube" builtin="gradient" width="4" height="4"/></asset></mujoco>)")
          .value();
  const Texture texture(m, 0);
  EXPECT_EQ(texture.sample(Vec3<float>{NAN, 0, 0}, 0)[3], 1);
  EXPECT_EQ(texture.sample(Vec3<float>{0, 0, 0}, 0)[3], 1);
}

}  // namespace
}  // namespace corten::viewer
