// What contacts do to things over time.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/twin.h"

namespace corten {
namespace {

using oracle::Twin;

// A box with initial speed v stops after v² / (2 μ g).
TEST(ContactPhysics,
     SlidingBoxStopsWhereCoulombSays) {  // judge: Coulomb's law; soft contacts creep within 2 %
  for (const char* cone : {"pyramidal", "elliptic"}) {
    Twin t(std::string(R"(<mujoco><option timestep="0.001" impratio="10" cone=")") + cone +
           R"("/><worldbody><geom type="plane" size="5 5 1" friction=".4"/>
      <body pos="0 0 .0999"><freejoint/><geom type="box" size=".2 .2 .1" friction=".4"/></body></worldbody></mujoco>)");
    t.d.qvel[0] = 2;
    for (int i = 0; i < 1500; ++i) step(t.m, t.d);
    EXPECT_NEAR(t.d.qvel[0], 0, 2e-3) << cone;
    EXPECT_NEAR(t.d.qpos[0], 4 / (2 * .4 * 9.81), 0.02 * .51) << cone;
  }
}

// Each box is turned a little on the one below: with parallel boxes the oracle's box–box collision loses a
// whole face of contacts once in a while, and a stack of ten then sways.
std::string stack(int count) {
  std::string xml = R"(<mujoco><option timestep="0.005"/><worldbody><geom type="plane" size="5 5 1"/>)";
  for (int i = 0; i < count; ++i)
    xml += R"(<body pos="0 0 )" + std::to_string(.1 + .2 * i) + R"(" euler="0 0 )" +
           std::to_string(10 * (i % 2)) + R"("><freejoint/><geom type="box" size=".1 .1 .1"/></body>)";
  return xml + "</worldbody></mujoco>";
}

TEST(ContactPhysics, StackOfTenBoxesRestsForAMinute) {  // judge: statics
  Twin t(stack(10));
  for (int i = 0; i < 12000; ++i) step(t.m, t.d);
  for (int box = 0; box < 10; ++box) {
    EXPECT_NEAR(t.d.qpos[7 * box], 0, 1e-3);
    EXPECT_NEAR(t.d.qpos[7 * box + 2], .1 + .2 * box, 1e-2);
  }
  for (int i = 0; i < t.m.nv; ++i) EXPECT_NEAR(t.d.qvel[i], 0, 1e-3);
}

// One step from our own state a minute later is still the oracle's step: nothing has drifted but the state.
TEST(ContactPhysics, EveryStepOfAStackIsTheOracles) {  // judge: oracle
  Twin t(stack(5));
  for (int i = 0; i < 400; ++i) {
    std::copy(t.d.qpos.begin(), t.d.qpos.end(), t.od->qpos);
    std::copy(t.d.qvel.begin(), t.d.qvel.end(), t.od->qvel);
    std::copy(t.d.qacc_warmstart.begin(), t.d.qacc_warmstart.end(), t.od->qacc_warmstart);
    mj_step(t.om.get(), t.od.get());
    step(t.m, t.d);
    ASSERT_LE(t.error("qacc"), 1e-8) << i;
    ASSERT_LE(t.error("qpos"), 1e-12) << i;
  }
}

// Five equal balls with small gaps on stiff, undamped contacts collide two at a time: the last one leaves
// with the speed of the first.
TEST(ContactPhysics, NewtonsCradleHandsTheSpeedOn) {  // judge: conservation of momentum and energy
  std::string xml =
      R"(<mujoco><option timestep="2e-5" gravity="0 0 0"><flag refsafe="disable"/></option><worldbody>)";
  for (int i = 0; i < 5; ++i)
    xml +=
        R"(<body pos=")" + std::to_string(i * .21) +
        R"( 0 0"><joint type="slide" axis="1 0 0"/><geom size=".1" mass="1" condim="1" solref="-1e6 0" solimp=".99 .99 .001"/></body>)";
  Twin t(xml + "</worldbody></mujoco>");
  t.d.qvel[0] = 1;
  for (int i = 0; i < 4000; ++i) step(t.m, t.d);
  Real momentum = 0;
  for (int i = 0; i < 5; ++i) momentum += t.d.qvel[i];
  EXPECT_NEAR(momentum, 1, 1e-6);
  EXPECT_GT(t.d.qvel[4], 0.9);
  for (int i = 0; i < 4; ++i) EXPECT_LT(std::abs(t.d.qvel[i]), 0.1);
}

TEST(ContactPhysics, RolloutsWithContactsFollowTheOracle) {  // judge: oracle
  for (const char* option : {R"(cone="pyramidal")", R"(cone="elliptic")", R"(solver="PGS")", R"(solver="CG")",
                             R"(jacobian="sparse")", R"(integrator="RK4")"}) {
    Twin t(std::string("<mujoco><option ") + option + R"(/><worldbody><geom type="plane" size="5 5 1"/>
      <body pos="0 0 .3" euler="10 0 0"><freejoint/><geom type="box" size=".1 .12 .1"/></body>
      <body pos="1 0 .2"><freejoint/><geom type="capsule" size=".1 .1"/></body>
      <body pos="2 0 .5"><joint axis="0 1 0" range="-20 20" limited="true" frictionloss=".1"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .4 0 0"/></body></worldbody></mujoco>)");
    for (int i = 0; i < 100; ++i) {
      mj_step(t.om.get(), t.od.get());
      step(t.m, t.d);
    }
    EXPECT_LE(t.error("qpos"), 1e-6) << option;
    EXPECT_LE(t.error("qvel"), 1e-6) << option;
  }
}

}  // namespace
}  // namespace corten
