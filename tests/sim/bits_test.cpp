// Trajectories to the bit: the state after every step is the oracle's.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "tests/support/scenes.h"
#include "tests/support/trajectory.h"

namespace corten {
namespace {

constexpr int kSteps = 40;

// every solver, cone, Jacobian and integrator
void expect_same_bits(const std::string& xml, const std::string& what) {
  std::string error;
  oracle::ModelPtr om = oracle::load_string(xml, &error);
  ASSERT_TRUE(om) << error;
  oracle::Twin t(std::move(om));
  oracle::for_options(t.om.get(), [&](const std::string& options) {
    for (const int integrator : {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST}) {
      t.om->opt.integrator = integrator;
      t.take_options();
      EXPECT_EQ(oracle::first_difference(t, kSteps), "") << what << options << " integrator " << integrator;
    }
  });
}

TEST(Bits, SmallScenesFollowTheOracleToTheBit) {  // judge: oracle
  for (const oracle::Scene& scene : oracle::small_scenes()) expect_same_bits(scene.xml, scene.name);
}

TEST(Bits, TouchingBallsOnSpatialTendonsFollowTheOracleToTheBit) {  // judge: oracle
  expect_same_bits(R"(<mujoco><worldbody>
      <replicate count="5" offset=".199 0 0"><site name="top" pos="0 0 1"/>
        <body pos="0 0 .3"><freejoint/><geom size=".1" condim="1"/><site name="ball" pos="0 0 .1"/></body></replicate>
      </worldbody><tendon>
      <spatial limited="true" range="0 .6"><site site="top0"/><site site="ball0"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top1"/><site site="ball1"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top2"/><site site="ball2"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top3"/><site site="ball3"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top4"/><site site="ball4"/></spatial></tendon></mujoco>)",
                   "balls on strings");
}

// A path over several trees and back, once with a pulley: what its inertia does when its direction turns.
TEST(Bits, HeavyTendonsFollowTheOracleToTheBit) {  // judge: oracle
  expect_same_bits(R"(<mujoco><worldbody><site name="w" pos=".3 .2 1"/>
      <body><joint axis="0 -1 0"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -1"/><site name="a" pos=".1 0 -.3"/><site name="b" pos=".05 -.08 -1.1"/>
        <body pos="0 0 -1"><joint type="ball" stiffness="2"/><geom type="box" size=".03 .1 .15" pos="0 0 -.05"/><site name="c" pos=".03 .1 .15"/></body></body>
      <body pos="1 0 0"><joint axis="0 -1 0"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -1"/><site name="d" pos=".1 0 -.3"/>
        <body pos="0 0 -1"><joint axis=".2 -1 0"/><geom type="capsule" size=".03" fromto="0 0 0 -.6 0 0"/><site name="e" pos="-.5 .1 .1"/></body></body>
      </worldbody><tendon>
      <spatial armature="3" stiffness="9"><site site="c"/><site site="b"/><site site="a"/><site site="d"/><site site="e"/><site site="w"/></spatial>
      <spatial armature="2"><site site="a"/><site site="e"/><pulley divisor="3"/><site site="c"/><site site="d"/><site site="w"/></spatial>
      </tendon></mujoco>)",
                   "heavy tendons");
}

// Between one and two times the smallest speed, half of it has no direction.
TEST(Bits, AHardlyTurningBodyFollowsTheOracleToTheBit) {  // judge: oracle
  oracle::Twin t(
      "<mujoco><option integrator='RK4' gravity='0 0 0'/><worldbody><body><freejoint/><geom size='.1 .2 .3' "
      "type='box'/></body></worldbody></mujoco>");
  const Real start[] = {0, 0, 0, 1.1e-15, 0.4e-15, -0.9e-15};
  std::copy(std::begin(start), std::end(start), t.od->qvel);
  t.od->qpos[4] = 1e-5, t.od->qpos[6] = 3e-5;
  t.take_state();
  for (int i = 0; i < 5; ++i) {
    mj_step(t.om.get(), t.od.get());
    step(t.m, t.d);
  }
  EXPECT_TRUE(std::equal(t.d.qpos.begin(), t.d.qpos.end(), t.od->qpos));
  EXPECT_TRUE(
      std::equal(t.d.xquat.begin(), t.d.xquat.end(), reinterpret_cast<const Quat<Real>*>(t.od->xquat)));
}

// A chain of every joint in a medium, one link an ellipsoid, others boxes, with wind.
TEST(Bits, BodiesInAMediumFollowTheOracleToTheBit) {  // judge: oracle
  expect_same_bits(R"(<mujoco><option density="800" viscosity=".3" wind=".1 .2 .3"/><worldbody>
      <body pos="0 0 1"><freejoint/><geom type="ellipsoid" size=".1 .06 .2" fluidshape="ellipsoid"/>
        <body pos="0 0 .3"><joint type="ball"/><geom type="capsule" size=".04 .1" fluidshape="ellipsoid" fluidcoef=".4 .2 1.3 .9 .7"/>
          <body pos="0 0 .3"><joint axis="1 .2 0"/><geom type="box" size=".04 .1 .05"/>
            <body pos=".1 0 .1"><joint type="slide" axis="0 .3 1"/><geom size=".05"/><geom type="cylinder" size=".02 .1"/></body>
      </body></body></body></worldbody></mujoco>)",
                   "in a medium");
}

TEST(Bits, ForcesOnASiteSeenFromAnotherFollowTheOracleToTheBit) {  // judge: oracle
  expect_same_bits(R"(<mujoco><worldbody><site name="world" pos=".3 .2 .1" euler="10 20 30"/>
      <body pos="0 0 1"><joint type="ball"/><geom type="capsule" size=".05" fromto="0 0 0 .3 0 0"/>
        <site name="from" pos=".1 0 .1" euler="30 0 20"/>
        <body pos=".3 0 0"><joint axis="0 1 0" damping=".1"/><joint axis="0 0 1"/><geom type="capsule" size=".04" fromto="0 0 0 .2 .1 0"/>
          <site name="to" pos=".2 .1 0" euler="0 40 10"/></body></body></worldbody>
      <actuator><general site="to" refsite="from" gear="1 2 .3 .1 .2 .4" gainprm="3 .1 -.5" gaintype="affine"
          biastype="affine" biasprm=".1 -2 -.3"/>
        <general site="to" refsite="world" gear="1 0 0 0 1 0" biastype="affine" biasprm="0 -1 -.4"/>
        <position site="from" refsite="world" gear="0 1 0 .2 0 0" kp="4" kv=".3"/></actuator></mujoco>)",
                   "refsite");
}

}  // namespace
}  // namespace corten
