// Four worlds per instruction: the same bits as one world at a time.
#include "corten/batch/lane_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "corten/batch/rollout.h"
#include "corten/model/state.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
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

struct Trajectories {
  const Model& m;
  int nbatch, nstep, nstate;
  std::vector<Real> initial, control, state;

  Trajectories(const Model& model_, int nbatch_, int nstep_)
      : m(model_), nbatch(nbatch_), nstep(nstep_), nstate(state_size(m, mjSTATE_FULLPHYSICS)) {
    std::mt19937 random(5);
    std::normal_distribution<Real> noise(0, 0.5);
    for (int b = 0; b < nbatch; ++b) {
      initial.push_back(0.1 * b);
      for (const Real q : m.qpos0) initial.push_back(q + noise(random));
      for (int v = 0; v < m.nv; ++v) initial.push_back(noise(random));
    }
    control.resize(static_cast<std::size_t>(nbatch * nstep * m.nu));
    for (Real& u : control) u = noise(random);
    state.assign(static_cast<std::size_t>(nbatch * nstep * nstate), -1);
  }

  void roll(int threads = 1) {
    Crew crew(threads);
    std::vector<Data> data(static_cast<std::size_t>(threads), make_data(m));
    std::vector<Data*> worlds;
    for (Data& d : data) worlds.push_back(&d);
    const Model* const models[] = {&m};
    rollout(crew, models, worlds, {nbatch, nstep, mjSTATE_CTRL, initial, {}, control, state, {}}, 4);
  }

  // the largest difference from steps of one world at a time; a not-a-number equals itself
  void expect_steps() const {
    std::vector<Real> expected(static_cast<std::size_t>(nstate));
    const Real* got = state.data();
    for (int b = 0; b < nbatch; ++b) {
      Data d = make_data(m);
      set_state(m, d, {initial.data() + b * nstate, expected.size()}, mjSTATE_FULLPHYSICS);
      for (int t = 0; t < nstep; ++t, got += nstate) {
        std::copy_n(control.data() + (b * nstep + t) * m.nu, m.nu, d.ctrl.begin());
        if (d.warning[mjWARN_BADQVEL].number + d.warning[mjWARN_BADCTRL].number == 0) step(m, d);
        get_state(m, d, expected, mjSTATE_FULLPHYSICS);
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), got)) << "world " << b << " step " << t;
      }
    }
  }
};

TEST(LaneStep, HasTheBitsOfAStepOnAllJointsSpringsAndMotors) {  // judge: step
  const Model m = model(kArm, kMotors);
  ASSERT_TRUE(fits_lanes(m));
  Trajectories run(m, 9, 200);  // two groups of four and one world alone
  run.roll(2);
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

TEST(LaneStep, IsNotForModelsThatConstraintsMove) {  // judge: definition
  EXPECT_TRUE(fits_lanes(model("<body><joint axis='0 1 0'/><geom size='.1' pos='0 0 1'/></body>")));
  EXPECT_FALSE(fits_lanes(model("<body><joint range='0 1' limited='true'/><geom size='.1'/></body>")));
  EXPECT_FALSE(fits_lanes(model("<body><joint frictionloss='1'/><geom size='.1'/></body>")));
  EXPECT_FALSE(
      fits_lanes(model("<geom type='plane' size='1 1 1' contype='1' conaffinity='1'/>"
                       "<body><joint/><geom size='.1' contype='1' conaffinity='1'/></body>")));
  EXPECT_FALSE(fits_lanes(model("<body><joint name='j'/><geom size='.1'/></body>",
                                "<tendon><fixed><joint joint='j' coef='1'/></fixed></tendon>")));
  EXPECT_FALSE(fits_lanes(model("<body><joint/><geom size='.1'/></body>", "<option integrator='RK4'/>")));
}

TEST(LaneStep, AllowsGeomsThatFiltersKeepApart) {  // judge: oracle (a parent and its child never touch)
  const char* arm =
      "<body><joint/><geom size='.1' contype='1' conaffinity='1'/>"
      "<body><joint axis='1 0 0'/><geom size='.1' contype='1' conaffinity='1'/></body></body>";
  EXPECT_TRUE(fits_lanes(model(arm)));
}

}  // namespace
}  // namespace corten
