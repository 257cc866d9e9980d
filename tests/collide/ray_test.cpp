// Rays into whole scenes, compared with the oracle's mj_ray and mj_multiRay.
#include "corten/collide/ray.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/contacts.h"

namespace corten {
namespace {

// every geom type, groups, transparency, materials, static, moving and mocap bodies
constexpr const char* kScene = R"(<mujoco>
  <asset><material name="glass" rgba="1 1 1 0"/><material name="stone" rgba="1 1 1 1"/>
    <mesh name="m" builtin="sphere" params="2" scale=".4 .3 .5"/>
    <hfield name="h" nrow="3" ncol="3" size="1 1 .5 .2" elevation="0 1 0 2 3 1 0 1 0"/></asset>
  <worldbody>
    <geom type="plane" size="4 4 1" pos="0 0 -1"/>
    <geom type="hfield" hfield="h" pos="-2 2 -1" group="1"/>
    <geom type="box" size=".3 .2 .4" pos="2 0 0" material="glass"/>
    <body pos="0 2 0"><geom type="box" size=".3 .2 .4" euler="20 30 40" group="2" rgba="1 1 1 0"/></body>
    <body pos="1 2 0"><freejoint/><geom type="sphere" size=".3" material="stone" rgba="1 1 1 0"/>
      <geom type="capsule" size=".1 .4" pos=".5 0 .3" euler="0 60 0" group="3"/></body>
    <body pos="0 -1 .5" euler="0 0 50"><joint/><geom type="cylinder" size=".3 .2" pos=".6 0 0"/>
      <body pos=".5 0 0"><joint axis="1 0 0"/><geom type="ellipsoid" size=".3 .2 .5"/>
        <geom type="mesh" mesh="m" pos="0 .8 0"/></body></body>
    <body mocap="true" pos="-1 -1 0"><geom type="box" size=".4 .3 .2" contype="0" conaffinity="0" group="9"/></body>
  </worldbody></mujoco>)";

struct RandomRays {
  std::mt19937_64 rng{3};
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(rng); }
  Vec3<Real> vector(double half) {
    return {uniform(-half, half), uniform(-half, half), uniform(-half, half)};
  }
  bool chance(double p) { return uniform(0, 1) < p; }
};

void place(oracle::ContactScene& scene, RandomRays& random) {
  for (int i = 0; i < scene.om->nq; ++i) scene.od->qpos[i] = scene.om->qpos0[i] + random.uniform(-0.5, 0.5);
  mj_normalizeQuat(scene.om.get(), scene.od->qpos);
  mj_forward(scene.om.get(), scene.od.get());
  oracle::copy_poses(scene.om.get(), scene.od.get(), scene.m, scene.d);
}

TEST(Ray, SceneHitsEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::ContactScene scene(kScene);
  RandomRays random;
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    if (i % 100 == 0) place(scene, random);
    const Vec3<Real> origin = random.vector(3);
    const Ray r{origin, random.vector(2) - origin};
    byte groups[kNGroup];
    for (byte& g : groups) g = random.chance(0.7);
    const RayFilter filter{random.chance(0.5) ? groups : nullptr, random.chance(0.7),
                           random.chance(0.5) ? -1 : static_cast<int>(random.uniform(0, scene.om->nbody))};
    int geomid = 0;
    Real normal[3];
    const Real dist = mj_ray(scene.om.get(), scene.od.get(), r.origin.data(), r.direction.data(),
                             filter.geomgroup, filter.flg_static, filter.bodyexclude, &geomid, normal);
    const SceneHit hit = ray(scene.m, scene.d, r, filter);
    ASSERT_EQ(hit.dist, dist) << i;
    ASSERT_EQ(hit.geomid, geomid) << i;
    for (int k = 0; k < 3; ++k) ASSERT_EQ(hit.normal[k], normal[k]) << i;
    hits += dist >= 0;
  }
  EXPECT_GT(hits, 4000);
}

TEST(MultiRay, HitsEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::ContactScene scene(kScene);
  RandomRays random;
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    if (i % 10 == 0) place(scene, random);
    constexpr int n = 20;
    const Vec3<Real> pnt = random.vector(3);
    Vec3<Real> vec[n], normal[n], their_normal[n];
    int geomid[n], their_geomid[n];
    Real dist[n], their_dist[n];
    for (int k = 0; k < n; ++k) {
      vec[k] = random.chance(0.05) ? Vec3<Real>{} : random.vector(2) - pnt;
      geomid[k] = their_geomid[k] = -7;
      normal[k] = their_normal[k] = {7, 7, 7};
    }
    const Real cutoff = random.chance(0.5) ? mjMAXVAL : random.uniform(0, 4);
    const RayFilter filter{nullptr, random.chance(0.7), random.chance(0.5) ? -1 : 3};
    mj_multiRay(scene.om.get(), scene.od.get(), pnt.data(), vec[0].data(), nullptr, filter.flg_static,
                filter.bodyexclude, their_geomid, their_dist, their_normal[0].data(), n, cutoff);
    multi_ray(scene.m, scene.d, {pnt, vec, geomid, dist, normal}, filter, cutoff);
    for (int k = 0; k < n; ++k) {
      ASSERT_EQ(dist[k], their_dist[k]) << i << ' ' << k;
      ASSERT_EQ(geomid[k], their_geomid[k]) << i << ' ' << k;
      ASSERT_EQ(normal[k], their_normal[k]) << i << ' ' << k;
      hits += dist[k] >= 0;
    }
  }
  EXPECT_GT(hits, 8000);
}

}  // namespace
}  // namespace corten
