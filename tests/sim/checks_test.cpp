// Bad numbers: warnings and resets; callbacks.
#include "corten/sim/checks.h"

#include <cmath>

#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

constexpr const char* kPendulum = R"(<mujoco><option timestep=".002"/><worldbody><body><joint axis="0 1 0"/>
  <geom type="box" size=".1 .1 .1" pos=".5 0 0" mass="1"/></body></worldbody></mujoco>)";

TEST(Checks, ABadPositionResetsAndIsCountedOnce) {  // judge: oracle
  Twin t(kPendulum);
  t.qpos({std::nan("")});
  step(t.m, t.d);
  EXPECT_EQ(t.d.warning[corten::mjWARN_BADQPOS].number, 1);
  EXPECT_EQ(t.d.time, .002);
  EXPECT_NEAR(t.d.qpos[0], 7.64415584415585e-05, 1e-18);
}

TEST(Checks, WithoutResetABadVelocityIsCountedTwice) {  // judge: oracle
  Twin t(kPendulum);
  t.m.opt.disableflags |= corten::mjDSBL_AUTORESET;
  for (int i = 1; i <= 3; ++i) {
    t.qvel({2e10});
    step(t.m, t.d);
    EXPECT_EQ(t.d.warning[corten::mjWARN_BADQVEL].number, 2 * i);
  }
}

TEST(Checks, TheLimitItselfIsFine) {  // judge: oracle
  Twin t(kPendulum);
  t.qvel({1e10});
  check_vel(t.m, t.d);
  EXPECT_EQ(t.d.warning[corten::mjWARN_BADQVEL].number, 0);
}

TEST(Checks, ABadAccelerationRestartsFromRest) {  // judge: oracle
  Twin t(kPendulum);
  t.d.qfrc_applied[0] = 1e12;
  step(t.m, t.d);
  EXPECT_EQ(t.d.warning[corten::mjWARN_BADQACC].number, 1);
  EXPECT_EQ(t.d.qfrc_applied[0], 0);
  EXPECT_NEAR(t.d.qpos[0], 7.64415584415585e-05, 1e-18);
}

TEST(Hooks, ControlIsCalledOncePerForward) {  // judge: oracle: 1 per step, 4 with RK4, and in step1 only
  Twin t(kPendulum);
  int calls = 0;
  Hooks hooks{.user = &calls};
  hooks.control = [](const Model&, Data&, void* user) { ++*static_cast<int*>(user); };
  step(t.m, t.d, hooks);
  EXPECT_EQ(calls, 1);
  t.m.opt.integrator = corten::mjINT_RK4;
  step(t.m, t.d, hooks);
  EXPECT_EQ(calls, 5);
  t.m.opt.disableflags |= corten::mjDSBL_ACTUATION;
  step1(t.m, t.d, hooks);
  step2(t.m, t.d, hooks);
  EXPECT_EQ(calls, 6);
}

TEST(Step2, ReusesTheInteractionForcesOfTheFirstStep) {  // judge: oracle
  const std::string xml = R"(<mujoco><option timestep=".01"/><worldbody><body><joint axis="0 1 0"/>
    <geom type="box" size=".1 .1 .1" pos=".5 0 0" mass="1"/><site name="s" pos="1 0 0"/></body></worldbody>
    <sensor><accelerometer site="s"/></sensor></mujoco>)";
  Twin whole(xml), halves(xml);
  for (int i = 0; i < 3; ++i) {
    step(whole.m, whole.d);
    step1(halves.m, halves.d);
    step2(halves.m, halves.d);
  }
  expect_values(whole.d.sensordata.span(), {-0.202324063964612, 0, -9.30023676546559}, 1e-13);
  expect_values(halves.d.sensordata.span(), {-0.147543348744794, 0, -9.30039379792178}, 1e-13);
  expect_values(reals(halves.d.cacc[1]), {0, 19.1103896103896, 0, 0, 0, 0.254805194805193}, 1e-13);
}

TEST(Hooks, PassiveMayAddForces) {  // judge: definition
  Twin t(kPendulum);
  Hooks hooks;
  hooks.passive = [](const Model&, Data& d, void*) { d.qfrc_passive[0] += 2; };
  forward(t.m, t.d, hooks);
  EXPECT_EQ(t.d.qfrc_passive[0], 2);
}

TEST(Reset, KeyframesSetTheWholeState) {  // judge: oracle
  Twin t(R"(<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body>
    <body mocap="true" pos="1 0 0"><geom size=".1"/></body></worldbody>
    <actuator><general joint="j" dyntype="integrator"/></actuator><keyframe>
    <key time="3" qpos=".5" qvel=".25" act=".1" ctrl=".2" mpos="0 1 2" mquat="0 1 0 0"/></keyframe></mujoco>)");
  mj_resetDataKeyframe(t.om.get(), t.od.get(), 0);
  reset_data_keyframe(t.m, t.d, 0);
  EXPECT_EQ(t.d.time, 3);
  for (const char* field : {"qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat"})
    EXPECT_EQ(t.error(field), 0) << field;
}

}  // namespace
}  // namespace corten
