// Four worlds per instruction: the same bits as one world at a time.
#include "corten/batch/lane_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/batch/trajectories.h"
#include "tests/support/twin.h"

namespace corten {
namespace {

Model model(const std::string& body, const std::string& rest = "") {
  return oracle::to_model(oracle::load_string("<mujoco><default><geom contype='0' conaffinity='0'/></default>"
                                              "<worldbody>" +
                                              body + "</worldbody>" + rest + "</mujoco>")
                              .get());
}

constexpr const char* kArm = R"(
  <body><joint name="a" axis="0 1 0" damping=".1" stiffness="2" springref="20"/><geom type="capsule" size=".05 .3"/>
    <body pos="0 0 .5"><joint name="b" axis="1 0 0" armature=".01"/><joint name="c" type="slide" axis="0 0 1"/>
      <geom type="box" size=".1 .2 .05" pos=".1 0 0"/>
      <body pos=".1 .2 0" euler="10 20 30"><joint type="ball" stiffness="1" damping=".02"/><geom size=".1" pos="0 .1 0"/>
        <body pos="0 .3 0"><geom type="box" size=".05 .02 .01"/></body></body></body>
    <body pos=".3 0 0"><joint name="d" axis="1 1 0"/><geom size=".04" pos="0 0 .2"/></body></body>
  <body pos="3 0 0"><freejoint/><geom type="box" size=".1 .2 .3"/>
    <body pos=".2 0 0"><joint axis="0 0 1" damping=".5"/><geom size=".1"/></body></body>)";
constexpr const char* kMotors = R"(<actuator><motor joint="a" gear="3" ctrlrange="-.5 .5" ctrllimited="true"/>
  <position joint="b" kp="20" forcerange="-1 1" forcelimited="true"/><velocity joint="c" kv="2"/>
  <general joint="d" gaintype="affine" gainprm="1 .5 .2" biastype="affine" biasprm=".1 -1 -.3"/></actuator>)";

// Sites to pull on, bodies that gravity does not pull, limits on what actuators do to joints.
constexpr const char* kLimbs = R"(
  <site name="world" pos=".3 .2 .1" euler="10 20 30"/><body><joint name="a" axis="0 1 0" damping=".1" actuatorfrcrange="-2 2"/>
    <geom type="capsule" size=".05 .3"/><site name="mid" pos=".1 0 .2" euler="0 30 10"/>
    <body pos="0 0 .5" gravcomp=".7"><joint name="b" axis="1 0 0" actuatorgravcomp="true"/><joint name="c" type="slide" axis="0 0 1" stiffness="3"/>
      <geom type="box" size=".1 .2 .05" pos=".1 0 0"/>
      <body pos=".1 .2 0" euler="10 20 30" gravcomp="1.2"><joint name="ball" type="ball" damping=".02"/><geom size=".1" pos="0 .1 0"/>
        <site name="tip" pos="0 .3 .1" euler="40 0 0"/></body></body>
    <body pos=".3 0 0"><joint name="d" axis="1 1 0"/><geom size=".04" pos="0 0 .2"/><site name="side" pos=".1 0 .2"/></body></body>
  <body pos="3 0 0"><freejoint name="free"/><geom type="box" size=".1 .2 .3"/></body>)";
constexpr const char* kEveryDynamics =
    R"(<actuator><general joint="a" dyntype="integrator" gainprm="2" actrange="-.1 .1" actlimited="true"/>
  <general joint="b" dyntype="filter" dynprm=".05" gainprm="3"/><general joint="c" dyntype="filterexact" dynprm=".02" actearly="true"/>
  <muscle joint="d" lengthrange="-2 2" force="3"/><muscle joint="a" lengthrange="-3 3" tausmooth=".1" scale="50"/>
  <general joint="d" gaintype="user" biastype="user" dyntype="user" actdim="2"/>
  <general joint="b" gaintype="affine" gainprm="1 .5 .2" biastype="affine" biasprm=".1 -1 -.3" group="2"/></actuator>)";
constexpr const char* kEveryTransmission =
    R"(<actuator><general joint="ball" gear="1 .5 .2" biastype="affine" biasprm="0 -1 -.1"/>
  <general jointinparent="ball" gear=".3 .1 1" biastype="affine" biasprm="0 -1 -.1"/><motor joint="free" gear="1 2 3 .1 .2 .3"/>
  <motor jointinparent="free" gear="0 1 0 .3 .2 .1"/><motor site="tip" gear="1 0 .5 .1 .2 0"/>
  <position site="tip" refsite="mid" gear="1 2 0 .5 .1 0" kp="3"/><position site="tip" refsite="world" gear="0 0 0 0 1 .3" kp="2" kv=".1"/>
  <general cranksite="tip" slidersite="mid" cranklength=".9" gear="2" biastype="affine" biasprm="0 -2 -.1"/>
  <general cranksite="side" slidersite="world" cranklength=".01" gear=".5" biastype="affine" biasprm="0 -.5 0"/></actuator>)";
constexpr const char* kFixedTendons = R"(<tendon>
  <fixed name="t" stiffness="4" damping=".2" springlength="-.1 .1" actuatorfrcrange="-.5 .3"><joint joint="a" coef="1"/><joint joint="d" coef="-.7"/></fixed>
  <fixed name="u" damping=".3"><joint joint="b" coef=".4"/><joint joint="c" coef="2"/><joint joint="b" coef=".2"/><joint joint="a" coef="1"/><joint joint="d" coef=".1"/></fixed></tendon>
  <actuator><motor tendon="t" gear="3"/><position tendon="t" kp="2"/><position tendon="u" kp="5" kv=".2"/></actuator>)";

TEST(LaneStep, HasTheBitsOfAStepOnAllJointsSpringsAndMotors) {  // judge: step
  const Model m = model(kArm, kMotors);
  ASSERT_TRUE(lane_plan(m).fits);
  Trajectories run(m, 9, 200);  // two groups of four and one world alone
  run.roll(2);
  run.expect_steps();
}

void expect_bits_of_a_step(const Model& m) {
  ASSERT_TRUE(lane_plan(m).fits);
  Trajectories run(m, 8, 60);
  run.roll();
  run.expect_steps();
}

TEST(LaneStep, HasTheBitsOfAStepWithEveryDynamicsGainAndBias) {  // judge: step
  expect_bits_of_a_step(model(kLimbs, kEveryDynamics));
}

TEST(LaneStep, HasTheBitsOfAStepWithAGroupOfActuatorsSwitchedOff) {  // judge: step
  expect_bits_of_a_step(model(kLimbs, std::string(kEveryDynamics) + "<option actuatorgroupdisable='2'/>"));
}

TEST(LaneStep, HasTheBitsOfAStepWithEveryTransmission) {  // judge: step
  expect_bits_of_a_step(model(kLimbs, kEveryTransmission));
}

TEST(LaneStep, HasTheBitsOfAStepWithTendonsAlongJoints) {  // judge: step
  for (const char* rows : {"dense", "sparse"})
    expect_bits_of_a_step(model(kLimbs, std::string(kFixedTendons) + "<option jacobian='" + rows + "'/>"));
}

TEST(LaneStep, HasTheBitsOfAStepWithImplicitDampingOfActuatorsAndTendons) {  // judge: step
  const std::string servos =
      "<actuator><position joint='a' kp='5' kv='.3' forcerange='-.2 .2' forcelimited='true'/><velocity "
      "joint='b' kv='2'/>"
      "<position site='tip' refsite='mid' gear='1 2 0 .5 .1 0' kp='3' kv='.1'/></actuator>"
      "<option integrator='implicitfast'/>";
  expect_bits_of_a_step(model(kLimbs, std::string(kFixedTendons) + servos));
  EXPECT_FALSE(
      lane_plan(model(kLimbs, std::string(kEveryDynamics) + "<option integrator='implicitfast'/>")).fits);
}

// A moment that is zero in one world only shifts the sum of that world's velocity.
TEST(LaneStep, HasTheBitsOfAStepWhereOneWorldHasNoMomentOnADof) {  // judge: step
  const Model m = model(kLimbs, kEveryTransmission);
  Trajectories run(m, 4, 5);
  const auto qpos = run.initial.begin() + 2 * run.nstate + 1;
  std::copy(m.qpos0.begin(), m.qpos0.end(), qpos);
  run.roll();
  run.expect_steps();
}

TEST(LaneStep, HasTheBitsOfAStepWithoutDampers) {  // judge: step
  Model m = model(kArm, kMotors);
  m.opt.disableflags |= mjDSBL_DAMPER;
  Trajectories run(m, 4, 50);
  run.roll();
  run.expect_steps();
}

TEST(LaneStep, HasTheBitsOfAStepWithoutGravitySpringsOrActuation) {  // judge: step
  for (const int flag :
       {mjDSBL_GRAVITY, mjDSBL_SPRING, mjDSBL_ACTUATION, mjDSBL_EULERDAMP, mjDSBL_CLAMPCTRL}) {
    Model m = model(kArm, kMotors);
    m.opt.disableflags |= flag;
    Trajectories run(m, 4, 30);
    run.roll();
    run.expect_steps();
  }
}

TEST(LaneStep, LeavesBadNumbersToTheStepThatWarns) {  // judge: step
  const Model m = model(kArm, kMotors);
  Trajectories run(m, 8, 20);
  run.control[static_cast<std::size_t>((2 * 20 + 7) * m.nu)] = std::numeric_limits<Real>::quiet_NaN();
  run.initial[static_cast<std::size_t>(5 * run.nstate + 1 + m.nq)] = 1e20;
  run.roll();
  run.expect_steps();
}

bool expects_rows(const Model& m) { return lane_plan(m).rows; }

TEST(LaneStep, ExpectsRowsWhereConstraintsMayMoveTheModel) {  // judge: definition
  EXPECT_FALSE(expects_rows(model("<body><joint axis='0 1 0'/><geom size='.1' pos='0 0 1'/></body>")));
  EXPECT_TRUE(expects_rows(model("<body><joint range='0 1' limited='true'/><geom size='.1'/></body>")));
  EXPECT_TRUE(expects_rows(model("<body><joint frictionloss='1'/><geom size='.1'/></body>")));
  EXPECT_TRUE(
      expects_rows(model("<geom type='plane' size='1 1 1' contype='1' conaffinity='1'/>"
                         "<body><joint/><geom size='.1' contype='1' conaffinity='1'/></body>")));
  EXPECT_TRUE(expects_rows(
      model("<body><joint name='j'/><geom size='.1'/></body>",
            "<tendon><fixed limited='true' range='0 1'><joint joint='j' coef='1'/></fixed></tendon>")));
}

TEST(LaneStep,
     ExpectsNoneOfGeomsThatFiltersKeepApart) {  // judge: oracle (a parent and its child never touch)
  const char* arm =
      "<body><joint/><geom size='.1' contype='1' conaffinity='1'/>"
      "<body><joint axis='1 0 0'/><geom size='.1' contype='1' conaffinity='1'/></body></body>";
  EXPECT_FALSE(expects_rows(model(arm)));
}

TEST(LaneStep, IsNotForMediaAndImplicitIntegration) {  // judge: definition
  const char* body = "<body><joint/><geom size='.1'/></body>";
  EXPECT_TRUE(lane_plan(model(body, "<option integrator='RK4'/>")).fits);
  EXPECT_FALSE(lane_plan(model(body, "<option integrator='implicit'/>")).fits);
  EXPECT_TRUE(lane_plan(model(body, "<option integrator='implicitfast'/>")).fits);
  EXPECT_FALSE(lane_plan(model(body, "<option density='1'/>")).fits);
}

}  // namespace
}  // namespace corten
