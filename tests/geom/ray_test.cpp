// Rays against every shape, compared with the oracle's ray functions.
#include "corten/geom/ray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "corten/collide/geom_shape.h"
#include "tests/support/contacts.h"

namespace corten {
namespace {

constexpr int kRays = 40000;

class Draw {
 public:
  explicit Draw(unsigned seed) : rng_(seed) {}
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng_); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(rng_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  Vec3<Real> vector(double half) {
    return {uniform(-half, half), uniform(-half, half), uniform(-half, half)};
  }
  Mat3<Real> rotation() {
    if (chance(0.3)) return Mat3<Real>::identity();
    std::normal_distribution<double> n;
    return to_mat(unit(Quat<Real>{n(rng_), n(rng_), n(rng_), n(rng_)}));
  }
  // towards the shape more often than not, along an axis now and then
  Ray ray(const Vec3<Real>& target, double reach) {
    Ray r{target + vector(chance(0.3) ? reach : 4 * reach), {}};
    r.direction = target + vector(reach) - r.origin;
    if (chance(0.3)) {
      r.direction = {};
      r.direction[below(3)] = chance(0.5) ? 1.5 : -1.5;
    }
    if (chance(0.2)) r.direction *= uniform(0.01, 10);
    return r;
  }

 private:
  std::mt19937_64 rng_;
};

// one line when the two differ, else empty
std::string difference(const RayHit& ours, Real x, const Real normal[3]) {
  const bool same_x = ours.x == x;
  const bool same_normal =
      ours.normal[0] == normal[0] && ours.normal[1] == normal[1] && ours.normal[2] == normal[2];
  if (same_x && same_normal) return "";
  char text[300];
  std::snprintf(text, sizeof text, "x %.17g normal %.17g %.17g %.17g, oracle %.17g  %.17g %.17g %.17g",
                ours.x, ours.normal[0], ours.normal[1], ours.normal[2], x, normal[0], normal[1], normal[2]);
  return text;
}

class PrimitiveRay : public testing::TestWithParam<int> {};

TEST_P(PrimitiveRay, HitsEqualTheOraclesBitForBit) {  // judge: oracle
  Draw draw(1);
  int hits = 0, failures = 0;
  for (int i = 0; i < kRays; ++i) {
    const Vec3<Real> pos = draw.vector(1);
    const Mat3<Real> mat = draw.rotation();
    Vec3<Real> size{draw.uniform(0.1, 1), draw.uniform(0.1, 1), draw.uniform(0.1, 1)};
    if (GetParam() == mjGEOM_PLANE && draw.chance(0.3)) size = {};
    const Shape s{static_cast<ShapeType>(GetParam()), pos, mat, size, 0, nullptr, nullptr};
    const Ray ray = draw.ray(s.pos, 1);
    Real normal[3];
    const Real x = mju_rayGeom(s.pos.data(), s.mat.data(), s.size.data(), ray.origin.data(),
                               ray.direction.data(), GetParam(), normal);
    hits += x >= 0;
    const std::string text = difference(ray_primitive(s, ray), x, normal);
    if (!text.empty() && failures++ < 3) ADD_FAILURE() << text;
  }
  EXPECT_EQ(failures, 0);
  EXPECT_GT(hits, kRays / 10);
}

INSTANTIATE_TEST_SUITE_P(Types, PrimitiveRay,
                         testing::Values(mjGEOM_PLANE, mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID,
                                         mjGEOM_CYLINDER, mjGEOM_BOX),
                         [](const auto& test) { return std::to_string(test.param); });

// Moves the first geom of the scene about and shoots at it.
template <class Oracle>
void compare_asset(oracle::ContactScene& scene, double reach, Oracle&& oracle_ray) {
  Draw draw(2);
  mj_forward(scene.om.get(), scene.od.get());
  int hits = 0, failures = 0;
  for (int i = 0; i < kRays; ++i) {
    const Vec3<Real> pos = draw.chance(0.3) ? Vec3<Real>{} : draw.vector(1);
    const Mat3<Real> mat = draw.rotation();
    mju_copy3(scene.od->geom_xpos, pos.data());
    mju_copy(scene.od->geom_xmat, mat.data(), 9);
    scene.d.geom_xpos[0] = pos;
    scene.d.geom_xmat[0] = mat;
    AssetViews views;
    const Shape s = geom_shape(scene.m, scene.d, 0, views);
    const Ray ray = draw.ray(pos, reach);
    Real normal[3];
    const Real x = oracle_ray(ray, normal);
    hits += x >= 0;
    const std::string text = difference(ray_shape(s, ray), x, normal);
    if (!text.empty() && failures++ < 3) ADD_FAILURE() << "ray " << i << ": " << text;
  }
  EXPECT_EQ(failures, 0);
  EXPECT_GT(hits, kRays / 10);
}

TEST(MeshRay, HitsEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::ContactScene scene(
      R"(<mujoco><asset><mesh name="m" builtin="supersphere" params="12 .7 1.3" scale=".6 .4 .5"/>
      </asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>)");
  compare_asset(scene, 0.8, [&](const Ray& ray, Real* normal) {
    return mj_rayMesh(scene.om.get(), scene.od.get(), 0, ray.origin.data(), ray.direction.data(), normal);
  });
}

TEST(MeshRay,
     AxisParallelFacesAreLostFarAway) {  // judge: oracle, which rounds both limits of a thin box alike
  oracle::ContactScene scene(
      R"(<mujoco><asset><mesh name="m" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1"/>
      </asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>)");
  mj_forward(scene.om.get(), scene.od.get());
  oracle::copy_poses(scene.om.get(), scene.od.get(), scene.m, scene.d);
  AssetViews views;
  const Shape s = geom_shape(scene.m, scene.d, 0, views);
  for (const double z : {100.0, 1000.0}) {
    const Ray ray{{0.1, 0.2, z}, {0, 0, -1}};
    EXPECT_EQ(ray_shape(s, ray).x, mj_rayMesh(scene.om.get(), scene.od.get(), 0, ray.origin.data(),
                                              ray.direction.data(), nullptr));
  }
}

TEST(HFieldRay, HitsEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::ContactScene scene(R"(<mujoco><asset><hfield name="h" nrow="5" ncol="7" size="1 .8 .5 .2"
      elevation="0 1 2 3 4 5 6  6 1 4 2 5 3 0  1 1 1 1 1 1 1  0 6 0 6 0 6 0  3 2 1 0 1 2 3"/></asset>
      <worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>)");
  compare_asset(scene, 1, [&](const Ray& ray, Real* normal) {
    return mj_rayHfield(scene.om.get(), scene.od.get(), 0, ray.origin.data(), ray.direction.data(), normal);
  });
}

// Many cells, of which a ray crosses few: oblique rays, rays along rows and columns, through nodes, level
// with a plain, from far away.
TEST(HFieldRay, LongRaysEqualTheOracles) {  // judge: oracle
  oracle::ContactScene scene(R"(<mujoco><asset><hfield name="h" nrow="41" ncol="61" size="6 4 1 .2"/></asset>
      <worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>)");
  Draw draw(3);
  for (int i = 0; i < scene.m.nhfielddata; ++i)
    scene.m.hfield_data[i] = scene.om->hfield_data[i] =
        i % 61 < 30 ? 0.25f : static_cast<float>(draw.uniform(0, 1));
  mj_forward(scene.om.get(), scene.od.get());
  oracle::copy_poses(scene.om.get(), scene.od.get(), scene.m, scene.d);
  AssetViews views;
  const Shape s = geom_shape(scene.m, scene.d, 0, views);
  const auto grid = [&] { return 0.2 * std::round(draw.uniform(-30, 30)); };
  int hits = 0, failures = 0;
  for (int i = 0; i < kRays; ++i) {
    const double far = draw.chance(0.1) ? 1e7 : 1;
    Vec3<Real> origin{draw.uniform(-7, 7), draw.uniform(-5, 5),
                      draw.chance(0.3) ? 0.25 : draw.uniform(0, 1.2)};
    Vec3<Real> through{draw.uniform(-6, 6), draw.uniform(-4, 4),
                       draw.chance(0.3) ? 0.25 : draw.uniform(0, 1)};
    if (draw.chance(0.3)) origin[0] = grid(), through[0] = draw.chance(0.5) ? origin[0] : grid();
    if (draw.chance(0.3)) origin[1] = grid(), through[1] = draw.chance(0.5) ? origin[1] : grid();
    const Vec3<Real> direction = through - origin;
    const Ray ray{origin - direction * (far - 1), direction};
    Real normal[3];
    const Real x =
        mj_rayHfield(scene.om.get(), scene.od.get(), 0, ray.origin.data(), ray.direction.data(), normal);
    hits += x >= 0;
    const std::string text = difference(ray_shape(s, ray), x, normal);
    if (!text.empty() && failures++ < 3) ADD_FAILURE() << "ray " << i << ": " << text;
  }
  EXPECT_EQ(failures, 0);
  EXPECT_GT(hits, kRays / 10);
}

}  // namespace
}  // namespace corten
