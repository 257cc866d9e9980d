// Actuation: dynamics, gains, limits, delays.
#include "corten/smooth/actuation.h"

#include <cmath>
#include <limits>

#include "corten/smooth/muscle_core.h"
#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

TEST(Muscle, GainFollowsLengthAndVelocity) {  // judge: oracle
  const Real prm[9] = {.75, 1.05, -1, 200, .5, 1.6, 1.5, 1.3, 1.2};
  const Vec<Real, 2> range{.2, .5};
  const auto gain = [&](Real length, Real velocity) {
    return core::muscle_gain(length, velocity, range, .8, prm);
  };
  EXPECT_NEAR(gain(.25, -.4), -91.4222222222222, 1e-12);
  EXPECT_NEAR(gain(.35, .05), -244.055555555556, 1e-12);
  EXPECT_NEAR(gain(.44, .2), -294.208888888889, 1e-12);
  EXPECT_NEAR(gain(.6, .9), -262.5, 1e-12);
  EXPECT_EQ(gain(.35, -1.6), 0);
  EXPECT_EQ(core::muscle_bias(.44, range, .8, prm), 0);
  EXPECT_NEAR(core::muscle_bias(.47, range, .8, prm), -0.722222222222223, 1e-13);
  EXPECT_NEAR(core::muscle_bias(.6, range, .8, prm), -40.625, 1e-12);
}

TEST(Muscle, ActivationTimeDependsOnLevelAndDirection) {  // judge: oracle
  const Real sharp[3] = {.01, .04, 0}, smooth[3] = {.01, .04, .5};
  EXPECT_NEAR(core::muscle_dynamics(1.4, .3, sharp), 73.6842105263158, 1e-12);
  EXPECT_NEAR(core::muscle_dynamics(-.5, .3, sharp), -7.125, 1e-12);
  EXPECT_NEAR(core::muscle_dynamics(.2, 1.2, sharp), -50, 1e-12);
  EXPECT_NEAR(core::muscle_dynamics(.2, .3, smooth), -2.71827793258768, 1e-12);
  EXPECT_NEAR(core::muscle_dynamics(.35, .3, smooth), 2.51886443864004, 1e-12);
}

constexpr const char* kActivations = R"(<mujoco><option timestep=".01" integrator="INT"/><worldbody><body>
  <joint name="j" type="slide"/><geom size=".1" mass="1"/></body></worldbody><actuator>
  <general joint="j" dyntype="integrator" actlimited="true" actrange="-.5 .02"/>
  <general joint="j" dyntype="filter" dynprm=".05"/><general joint="j" dyntype="filterexact" dynprm=".05"/>
  <general joint="j" dyntype="filterexact" dynprm=".05" actearly="true"/>
  <muscle joint="j" timeconst=".01 .04" lengthrange="0 1"/></actuator></mujoco>)";

Twin activations(const std::string& integrator) {
  std::string xml = kActivations;
  Twin t(xml.replace(xml.find("INT"), 3, integrator));
  t.act({.01, .2, .2, .2, .3}).ctrl({.7, .7, .7, .7, .7});
  return t;
}

TEST(Actuation, OneStepOfEveryDynamics) {  // judge: oracle
  Twin t = activations("Euler");
  step(t.m, t.d);
  expect_values(t.d.act.span(), {.017, .3, .290634623461009, .290634623461009, .721052631578947}, 1e-14);
  EXPECT_NEAR(t.d.actuator_force[3], .290634623461009, 1e-14);
}

TEST(Actuation, RungeKuttaAveragesRatesBeforeTheExactFilter) {  // judge: oracle
  Twin t = activations("RK4");
  step(t.m, t.d);
  expect_values(t.d.act.span(),
                {.017, .290633333333333, .282145180396828, .282145180396828, .533210093722018}, 1e-14);
}

TEST(Actuation, ADisabledGroupKeepsItsActivationButIsStillLimited) {  // judge: oracle
  Twin t = activations("Euler");
  t.act({.05});
  t.m.opt.disableactuator = t.om->opt.disableactuator = 1;
  t.both_step();
  EXPECT_EQ(t.d.act[0], .02);
  EXPECT_EQ(t.d.actuator_force[0], 0);
  EXPECT_EQ(t.error("act"), 0);
}

TEST(Actuation, DelayedControlsAreHeldOrInterpolated) {  // judge: oracle
  Twin t(
      R"(<mujoco><option timestep=".01"/><worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="1"/>
    </body></worldbody><actuator>
    <motor joint="j" delay=".025" nsample="4"/><motor joint="j" delay=".025" nsample="4" interp="linear"/>
    <motor joint="j" delay=".025" nsample="4" interp="cubic"/><motor joint="j" delay=".02" nsample="2"/>
    <motor joint="j" delay=".05" nsample="2"/><motor joint="j" delay=".005" nsample="2"/></actuator></mujoco>)");
  const auto run = [&t](int i) {
    for (Real& u : t.d.ctrl) u = (i + 1) * (i + 1);
    step(t.m, t.d);
  };
  run(0);
  run(1);
  expect_values(t.d.actuator_force.span(), {0, 0, -0.0625, 0, 0, 1}, 1e-12);
  run(2);
  expect_values(t.d.actuator_force.span(), {0, .5, .3125, 1, 1, 4}, 1e-12);
  run(3);
  expect_values(t.d.actuator_force.span(), {1, 2.5, 2.25, 4, 4, 9}, 1e-12);
  for (int i = 4; i < 7; ++i) run(i);
  expect_values(t.d.actuator_force.span(), {16, 20.5, 20.25, 25, 25, 36}, 1e-11);
  expect_values(t.d.history.span(), {0, 2, .04, .05, .06, .03, 25, 36, 49, 16}, 1e-15);
}

TEST(Actuation, OneBadControlSilencesAll) {  // judge: oracle
  Twin t(
      R"(<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody><actuator>
    <motor joint="j"/><motor joint="j" ctrlrange="-1 1"/></actuator></mujoco>)");
  t.ctrl({2, std::numeric_limits<Real>::infinity()});
  forward(t.m, t.d);
  expect_values(t.d.actuator_force.span(), {2, 1}, 0);  // limited before it is judged
  t.ctrl({std::nan(""), 1});
  forward(t.m, t.d);
  expect_values(t.d.actuator_force.span(), {0, 0}, 0);
  EXPECT_EQ(t.d.warning[corten::mjWARN_BADCTRL].number, 1);
}

TEST(Actuation, GravityCompensationThroughActuatorsIsLimitedWithThem) {  // judge: oracle
  const std::string body =
      R"(<mujoco><worldbody><body gravcomp="1"><joint name="j" axis="0 1 0" actuatorgravcomp="true"
    actuatorfrcrange="-3 3"/><geom type="box" size=".1 .1 .1" pos=".5 0 0" mass="1"/></body></worldbody>)";
  Twin t(body + R"(<actuator><motor joint="j"/></actuator></mujoco>)");
  t.ctrl({.5});
  forward(t.m, t.d);
  EXPECT_NEAR(t.d.qfrc_gravcomp[0], -4.905, 1e-14);
  EXPECT_EQ(t.d.qfrc_passive[0], 0);
  EXPECT_EQ(t.d.qfrc_actuator[0], -3);
  t.m.opt.disableflags = corten::mjDSBL_SPRING | corten::mjDSBL_DAMPER;
  forward(t.m, t.d);
  EXPECT_EQ(t.d.qfrc_gravcomp[0], 0);
  EXPECT_EQ(t.d.qfrc_actuator[0], .5);
  Twin without(body + "</mujoco>");
  forward(without.m, without.d);
  EXPECT_EQ(without.d.qfrc_actuator[0], 0);
}

TEST(Actuation, TotalForceOfATendonIsScaledIntoItsLimit) {  // judge: oracle
  for (const bool limited : {false, true}) {
    Twin t(std::string(
               R"(<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
      <tendon><fixed name="t" actuatorfrcrange="-3 3" actuatorfrclimited=")") +
           (limited ? "true" : "false") +
           R"("><joint joint="j" coef="2"/></fixed></tendon><actuator><motor tendon="t" gear="1.5"/>
      <motor tendon="t" forcerange="-1 1"/><motor tendon="t"/></actuator></mujoco>)");
    t.ctrl({4, 5, -2});
    forward(t.m, t.d);
    if (limited) {
      expect_values(t.d.actuator_force.span(), {1.71428571428571, 1, -0.857142857142857}, 1e-14);
      EXPECT_NEAR(t.d.qfrc_actuator[0], 5.42857142857143, 1e-14);
    } else {
      expect_values(t.d.actuator_force.span(), {4, 1, -2}, 0);
    }
  }
}

TEST(Actuation, UserCallbacksGiveDynamicsGainAndBias) {  // judge: definition
  Twin t(
      R"(<mujoco><worldbody><body><joint name="j" type="slide"/><geom size=".1"/></body></worldbody><actuator>
    <general joint="j" dyntype="user" actdim="1" gaintype="user" biastype="user"/></actuator></mujoco>)");
  t.act({2});
  Real scale = 3;
  Hooks hooks{.user = &scale};
  hooks.act_dyn = [](const Model&, Data&, int, void* user) { return *static_cast<Real*>(user); };
  hooks.act_gain = [](const Model&, Data&, int, void*) { return Real(5); };
  hooks.act_bias = [](const Model&, Data&, int, void*) { return Real(7); };
  forward(t.m, t.d, hooks);
  EXPECT_EQ(t.d.act_dot[0], 3);
  EXPECT_EQ(t.d.actuator_force[0], 17);
  forward(t.m, t.d);
  EXPECT_EQ(t.d.act_dot[0], 0);
  EXPECT_EQ(t.d.actuator_force[0], 2);
}

}  // namespace
}  // namespace corten
