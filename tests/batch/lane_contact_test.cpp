// Worlds with contacts and constraints, four per instruction: the same bits as one world at a time.
#include <gtest/gtest.h>

#include <string>

#include "corten/batch/lane_step.h"
#include "tests/batch/trajectories.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle.h"

namespace corten {
namespace {

Model model(const std::string& xml) { return oracle::to_model(oracle::load_string(xml).get()); }

// A trunk on two legs with feet: contacts with the floor and between legs, limits, motors.
std::string walker(const std::string& option, const std::string& rest = "") {
  return "<mujoco><option " + option + R"(/><default><joint damping='.1'/></default><worldbody>
  <geom name='floor' type='plane' size='9 9 1'/>
  <body pos='0 0 .62'><freejoint/><geom type='capsule' size='.08 .1'/><site name='top' pos='0 0 .2'/>
    <body name='left' pos='0 .1 -.1'><joint name='a' axis='0 1 0' range='-40 30' limited='true'/><joint name='ab' axis='1 0 0' frictionloss='.2'/>
      <geom type='capsule' size='.04' fromto='0 0 0 0 0 -.2'/>
      <body pos='0 0 -.2'><joint name='b' axis='0 1 0' range='-70 10' limited='true'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.2'/>
        <geom type='box' size='.08 .03 .02' pos='.02 0 -.24'/></body></body>
    <body name='right' pos='0 -.1 -.1'><joint name='c' axis='0 1 0' range='-40 30' limited='true'/>
      <geom type='capsule' size='.04' fromto='0 0 0 0 0 -.2'/>
      <body pos='0 0 -.2'><joint name='d' type='ball' range='0 40' limited='true'/><geom type='capsule' size='.04' fromto='0 0 0 0 0 -.2' condim='1'/>
        <geom name='toe' size='.05' pos='0 0 -.22' condim='4'/></body></body></body></worldbody>
  <actuator><motor joint='a' gear='9'/><motor joint='b' gear='9'/><position joint='c' kp='20'/><motor joint='d' gear='3'/></actuator>)" +
         rest + "</mujoco>";
}

void expect_bits(const Model& m, int nbatch = 12, int nstep = 60) {
  ASSERT_TRUE(lane_plan(m).fits);
  Trajectories run(m, nbatch, nstep, 0.1);
  run.roll();
  run.expect_steps();
  EXPECT_GT(run.rows, nbatch * nstep / 2);
}

TEST(LaneContact, EveryIntegratorHasTheBitsOfAStep) {  // judge: step
  for (const char* option :
       {"timestep='.005'", "timestep='.005' integrator='RK4'", "timestep='.005' integrator='implicitfast'"}) {
    SCOPED_TRACE(option);
    const Model m = model(walker(option));
    EXPECT_TRUE(lane_plan(m).newton);
    expect_bits(m);
  }
}

TEST(LaneContact, EverySolverAndConeHasTheBitsOfAStep) {  // judge: step
  for (const char* option : {"solver='PGS'", "solver='CG'", "cone='elliptic'", "noslip_iterations='3'",
                             "jacobian='sparse'", "iterations='2' ls_iterations='3'", "tolerance='0'"}) {
    SCOPED_TRACE(option);
    expect_bits(model(walker(option)), 8, 40);
  }
}

TEST(LaneContact, FlagsHaveTheBitsOfAStep) {  // judge: step
  for (const char* flag :
       {"warmstart", "island", "contact", "limit", "frictionloss", "filterparent", "eulerdamp"}) {
    SCOPED_TRACE(flag);
    expect_bits(
        model(walker("timestep='.004'", "<option><flag " + std::string(flag) + "='disable'/></option>")), 8,
        40);
  }
}

TEST(LaneContact, EqualitiesAndTendonsHaveTheBitsOfAStep) {  // judge: step
  expect_bits(model(walker("", R"(<tendon><fixed name='t' limited='true' range='-.1 .1' frictionloss='.1'>
    <joint joint='a' coef='1'/><joint joint='c' coef='-1'/></fixed></tendon>
    <equality><joint joint1='b' joint2='c' polycoef='0 .5 0 0 0'/><connect body1='left' body2='right' anchor='0 -.1 0'/>
    <tendon tendon1='t'/></equality>)")));
}

TEST(LaneContact, ListedPairsHaveTheBitsOfAStep) {  // judge: step
  const Model m =
      model(walker("timestep='.005'", "<contact><pair geom1='floor' geom2='toe' condim='3'/></contact>"));
  EXPECT_TRUE(lane_plan(m).newton);
  expect_bits(m);
}

TEST(LaneContact, ManyTreesAreSolvedOneByOne) {  // judge: step
  std::string boxes = "<mujoco><worldbody><geom type='plane' size='9 9 1'/>";
  for (int i = 0; i < 4; ++i)
    boxes += "<body pos='" + std::to_string(0.25 * (i % 2)) + " 0 " + std::to_string(0.1 + 0.2 * i) +
             "'><freejoint/><geom type='box' size='.1 .1 .1'/></body>";
  const Model m = model(boxes + "</worldbody></mujoco>");
  EXPECT_FALSE(lane_plan(m).newton);
  expect_bits(m, 8, 60);
}

// More rows than lanes hold, in some worlds at some times.
TEST(LaneContact, AWorldWithManyRowsIsSolvedByItself) {  // judge: step
  std::string comb = "<mujoco><worldbody><geom type='plane' size='9 9 1'/><body pos='0 0 .25'><freejoint/>";
  for (int i = 0; i < 24; ++i)
    comb += "<geom size='.04' pos='" + std::to_string(0.1 * i - 1.2) + " " + std::to_string(0.02 * (i % 3)) +
            " 0'/>";
  const Model m = model(comb + "</body></worldbody></mujoco>");
  EXPECT_TRUE(lane_plan(m).newton);
  expect_bits(m, 8, 150);
}

TEST(LaneContact, WorldsThatWarnAreLeftToTheStep) {  // judge: step
  Model m = model(walker("timestep='.005'"));
  Trajectories run(m, 8, 40, 0.1);
  run.initial[static_cast<std::size_t>(3 * run.nstate + 1 + m.nq)] = 1e20;
  run.control[static_cast<std::size_t>((5 * 40 + 17) * m.nu)] = 1e300;
  run.roll();
  run.expect_steps();
}

TEST(LaneContact, MemoryTooSmallForTheRowsWarnsAsAStepDoes) {  // judge: step
  Model m = model(walker("timestep='.005'"));
  for (const int bytes : {2'000, 6'000, 12'000, 20'000, 30'000, 50'000}) {
    SCOPED_TRACE(bytes);
    m.narena = bytes;
    Trajectories run(m, 8, 40, 0.1);
    run.roll();
    run.expect_steps();
  }
}

TEST(LaneContact, AnyNumberOfThreadsGivesTheSame) {  // judge: step
  const Model m = model(walker("timestep='.005'"));
  Trajectories run(m, 23, 30, 0.1);
  run.roll(3);
  run.expect_steps();
}

TEST(LaneContact, ModelsOfLearningHaveTheBitsOfAStep) {  // judge: step
  for (const std::string& file :
       found({"gymnasium/half_cheetah.xml", "gymnasium/hopper.xml", "gymnasium/walker2d_v5.xml",
              "gymnasium/ant.xml", "gymnasium/humanoid.xml", "scenes/humanoid.xml"})) {
    SCOPED_TRACE(file);
    const Model m = oracle::to_model(oracle::load_file(file).get());
    Trajectories run(m, 12, 50, 0.05);
    run.roll();
    run.expect_steps();
    EXPECT_GT(run.rows, 0);
  }
}

}  // namespace
}  // namespace corten
