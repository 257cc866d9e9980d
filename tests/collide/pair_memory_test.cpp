// What collision remembers of convex pairs from step to step decides nothing.
#include "corten/model/pair_memory.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/contacts.h"

namespace corten {
namespace {

constexpr const char* kCrowd = R"(<mujoco><asset>
  <mesh name="many" builtin="supersphere" params="12 .7 1.3" scale=".3 .2 .25"/>
  <mesh name="few" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1 0 0 1.5 0 1.4 0 1.3 0 0"
    scale=".2 .2 .2"/></asset>
  <default><geom margin=".02"/></default><worldbody>
  <body pos="0 0 0"><freejoint/><geom type="mesh" mesh="many"/></body>
  <body pos=".6 0 0"><freejoint/><geom type="mesh" mesh="many" margin="0"/></body>
  <body pos="0 .6 0"><freejoint/><geom type="mesh" mesh="few"/></body>
  <body pos="0 0 .6"><freejoint/><geom type="mesh" mesh="few" margin="0"/></body>
  <body pos=".6 .6 0"><freejoint/><geom type="cylinder" size=".2 .15"/></body>
  <body pos="0 .6 .6"><freejoint/><geom type="ellipsoid" size=".2 .3 .15"/></body>
  <body pos=".6 0 .6"><freejoint/><geom type="capsule" size=".1 .2"/></body>
  <body pos=".6 .6 .6"><freejoint/><geom type="box" size=".2 .1 .25"/></body>
  </worldbody></mujoco>)";

// Bodies that drift and turn slowly between walls, and now and then are somewhere else.
class Drift {
 public:
  Drift(const mjModel* om, mjData* od) : om_(om), od_(od) { turn(); }

  void step() {
    if (chance(0.02)) turn();
    for (int body = 0; body < om_->nbody - 1; ++body) {
      if (chance(0.005)) mju_copy3(od_->qpos + 7 * body, std::data({uniform(1), uniform(1), uniform(1)}));
      for (int k = 0; k < 3; ++k)
        if (std::abs(od_->qpos[7 * body + k]) > 0.6) od_->qpos[7 * body + k] *= 0.99;
    }
    mj_integratePos(om_, od_->qpos, od_->qvel, 0.01);
  }

 private:
  void turn() {
    for (int i = 0; i < om_->nv; ++i) od_->qvel[i] = uniform(1);
  }
  double uniform(double half) { return std::uniform_real_distribution<double>(-half, half)(rng_); }
  bool chance(double p) { return std::uniform_real_distribution<double>(0, 1)(rng_) < p; }

  const mjModel* om_;
  mjData* od_;
  std::mt19937_64 rng_{1};
};

TEST(PairMemory, ContactsAfterManyStepsEqualTheOracles) {  // judge: oracle, which remembers nothing
  for (const bool multiccd : {false, true}) {
    oracle::ContactScene scene(kCrowd);
    if (multiccd) scene.om->opt.enableflags |= mjENBL_MULTICCD, scene.m.opt.enableflags |= mjENBL_MULTICCD;
    Drift drift(scene.om.get(), scene.od.get());
    int contacts = 0;
    for (int step = 0; step < 3000; ++step) {
      drift.step();
      const std::string difference = scene.run();
      ASSERT_EQ(difference, "") << "step " << step;
      contacts += scene.od->ncon;
    }
    EXPECT_GT(contacts, 3000);
  }
}

TEST(PairMemory, SlotIsEmptyForAnotherPair) {  // judge: definition
  const oracle::ContactScene scene(kCrowd);
  PairMemory memory(scene.m);
  for (int geom1 = 0; geom1 < scene.m.ngeom; ++geom1)
    for (int geom2 = 0; geom2 < scene.m.ngeom; ++geom2) {
      PairSlot* slot = memory.slot(geom1, geom2);
      ASSERT_NE(slot, nullptr);
      EXPECT_EQ(slot->direction, Vec3<Real>{});
      slot->direction = {0, 0, 1};
      EXPECT_EQ(memory.slot(geom1, geom2)->direction[2], 1);
    }
}

TEST(PairMemory, NoneWhereEveryPairHasAClosedForm) {  // judge: definition
  const oracle::ContactScene scene(
      "<mujoco><worldbody><geom size='1'/><geom type='box' size='1 1 1'/></worldbody></mujoco>");
  EXPECT_EQ(PairMemory(scene.m).slot(0, 1), nullptr);
}

}  // namespace
}  // namespace corten
