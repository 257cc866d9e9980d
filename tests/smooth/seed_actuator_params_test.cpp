// Seed criteria: acc0 and damping ratio of actuators. Each value is checked in the compiled model and after
// our own set_const; dampratio is written back first, since it is converted only once.
#include <cmath>

#include "corten/sim/set_const.h"
#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

// one hinge about y, inertia 0.1
std::string hinge(const std::string& actuators) {
  return R"(<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/>
    </body></worldbody><actuator>)" +
         actuators + "</actuator></mujoco>";
}

Twin recomputed(const std::string& xml, Real bias2 = 0) {
  Twin t(xml);
  t.m.actuator_acc0[0] = -1;
  if (bias2 != 0) t.m.actuator_biasprm[0][2] = bias2;
  EXPECT_EQ(set_const(t.m, t.d), "");
  return t;
}

TEST(Seed_ActuatorParams_AC1, Acc0OfAMotor) {  // judge: closed form, gear / inertia
  EXPECT_NEAR(recomputed(hinge(R"(<motor joint="j" gear="2"/>)")).m.actuator_acc0[0], 20, 1e-12);
}
TEST(Seed_ActuatorParams_AC2, Acc0OfAPositionServo) {  // judge: closed form
  EXPECT_NEAR(recomputed(hinge(R"(<position joint="j" kp="100" kv="10"/>)")).m.actuator_acc0[0], 10, 1e-12);
}
TEST(Seed_ActuatorParams_AC3, Acc0OfAMuscle) {  // judge: closed form
  EXPECT_NEAR(recomputed(hinge(R"(<muscle joint="j" gear="2" lengthrange="0 1"/>)")).m.actuator_acc0[0], 20,
              1e-12);
}
TEST(Seed_ActuatorParams_AC4, ADampingRatioBecomesDamping) {  // judge: closed form, 2 √(kp I)
  const Twin t = recomputed(hinge(R"(<position joint="j" kp="100" dampratio="1"/>)"), 1);
  EXPECT_NEAR(t.m.actuator_biasprm[0][2], -2 * std::sqrt(10.0), 1e-12);
  EXPECT_EQ(t.m.actuator_biasprm[0][2], t.om->actuator_biasprm[2]);
}
TEST(Seed_ActuatorParams_AC5, AMotorIsLeftAlone) {  // judge: definition
  EXPECT_EQ(recomputed(hinge(R"(<motor joint="j"/>)")).m.actuator_biasprm[0][2], 0);
  EXPECT_EQ(recomputed(hinge(R"(<motor joint="j"/>)"), 3).m.actuator_biasprm[0][2], 3);
}
TEST(Seed_ActuatorParams_AC6, AnExplicitDampingIsLeftAlone) {  // judge: definition
  EXPECT_EQ(recomputed(hinge(R"(<position joint="j" kp="100" kv="10"/>)")).m.actuator_biasprm[0][2], -10);
  EXPECT_EQ(recomputed(hinge(R"(<position joint="j" kp="100"/>)")).m.actuator_biasprm[0][2], 0);
}
TEST(Seed_ActuatorParams_AC12, TheRatioIsPositiveBeforeAndNegativeAfter) {  // judge: oracle
  EXPECT_LT(Twin(hinge(R"(<position joint="j" kp="100" dampratio="1"/>)")).m.actuator_biasprm[0][2], 0);
}
TEST(Seed_ActuatorParams_AC14, AChainCouplesThroughItsInertia) {  // judge: oracle
  Twin t(R"(<mujoco><worldbody><body><body><joint name="j1" axis="0 1 0"/>
    <inertial pos=".25 0 0" mass="2" diaginertia=".2 .2 .2"/><body pos=".5 0 0"><joint name="j2" axis="0 1 0"/>
    <inertial pos=".2 0 0" mass="1" diaginertia=".1 .1 .1"/></body></body></body></worldbody><actuator>
    <position joint="j1" kp="200" dampratio="1"/><motor joint="j2" gear="3"/></actuator></mujoco>)");
  t.m.actuator_biasprm[0][2] = 1;
  t.m.actuator_acc0[0] = t.m.actuator_acc0[1] = 0;
  set_const(t.m, t.d);
  EXPECT_NEAR(t.m.actuator_acc0[0], t.om->actuator_acc0[0], 1e-13);
  EXPECT_NEAR(t.m.actuator_acc0[1], t.om->actuator_acc0[1], 1e-13);
  EXPECT_NEAR(t.m.actuator_biasprm[0][2], t.om->actuator_biasprm[2], 1e-13);
}
TEST(Seed_ActuatorParams_S1, WithoutDofsAcc0IsZero) {  // judge: oracle
  Twin t(
      R"(<mujoco><worldbody><site name="s"/></worldbody><actuator><motor site="s" gear="1 0 0"/></actuator></mujoco>)");
  set_const(t.m, t.d);
  EXPECT_EQ(t.m.actuator_acc0[0], 0);
}

}  // namespace
}  // namespace corten
