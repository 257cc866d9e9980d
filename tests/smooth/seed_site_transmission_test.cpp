// Seed criteria: site transmissions.
#include <cmath>

#include "corten/math/load.h"
#include "corten/math/mat3.h"
#include "corten/smooth/inertia.h"
#include "corten/smooth/transmission.h"
#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

// three links; sites on the last link, on the second and on the world
std::string arm(const std::string& actuators) {
  return R"(<mujoco><worldbody><site name="w" pos=".1 .2 .3" euler="10 20 30"/>
    <body><joint name="j1" axis="0 0 1"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/>
    <body pos=".4 0 0"><joint name="j2" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/>
    <site name="m" pos=".2 0 .05" euler="0 20 0"/>
    <body pos=".4 0 0"><joint name="j3" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" mass=".5"/>
    <site name="s" pos=".3 .02 .01" euler="5 15 25"/><site name="s_same" pos=".1 0 0"/></body></body></body></worldbody>
    <actuator>)" +
         actuators + R"(</actuator><sensor><actuatorpos actuator="a"/><actuatorvel actuator="a"/>
    <actuatorfrc actuator="a"/></sensor></mujoco>)";
}

Twin posed(const std::string& actuators) {
  Twin t(arm(actuators));
  t.qpos({.3, -.5, .8}).qvel({.4, -.7, 1.1}).ctrl({2});
  t.both_forward();
  return t;
}

std::vector<Real> moment(const Twin& t, int i = 0) {
  std::vector<Real> row(static_cast<std::size_t>(t.m.nv));
  for (int k = t.d.moment_rowadr[i]; k < t.d.moment_rowadr[i] + t.d.moment_rownnz[i]; ++k)
    row[static_cast<std::size_t>(t.d.moment_colind[k])] = t.d.actuator_moment[k];
  return row;
}

Real power(const std::vector<Real>& row, const Data& d) {
  Real sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += row[i] * d.qvel[static_cast<int>(i)];
  return sum;
}

TEST(Seed_SiteTransmission_AC1, WithoutReferenceTheLengthIsZero) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" gear="1 2 3 4 5 6"/>)");
  EXPECT_EQ(t.d.actuator_length[0], 0);
}

TEST(Seed_SiteTransmission_AC2, VelocityIsMomentTimesQvel) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" gear="1 2 3 4 5 6"/>)");
  EXPECT_NE(t.d.actuator_velocity[0], 0);
  EXPECT_NEAR(t.d.actuator_velocity[0], power(moment(t), t.d), 1e-14);
}

TEST(Seed_SiteTransmission_AC3, AForceActsWithItsLeverArm) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" gear="0 0 1 0 0 0"/>)");
  for (int jnt = 0; jnt < 3; ++jnt) {
    const Vec3<Real> lever = t.d.site_xpos[2] - t.d.xanchor[jnt];
    EXPECT_NEAR(t.d.qfrc_actuator[jnt], 2 * dot(cross(t.d.xaxis[jnt], lever), t.d.site_xmat[2].col(2)),
                1e-14);
  }
}

TEST(Seed_SiteTransmission_AC4, ATorqueActsAboutTheSitesAxis) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" gear="0 0 0 1 0 0"/>)");
  for (int jnt = 0; jnt < 3; ++jnt)
    EXPECT_NEAR(t.d.qfrc_actuator[jnt], 2 * dot(t.d.xaxis[jnt], t.d.site_xmat[2].col(0)), 1e-14);
}

TEST(Seed_SiteTransmission_AC5, MixedGearsSuperpose) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" gear="1 2 3 4 5 6"/><motor site="s" gear="1 2 3 0 0 0"/>
    <motor site="s" gear="0 0 0 4 5 6"/>)");
  for (std::size_t dof = 0; dof < 3; ++dof)
    EXPECT_NEAR(moment(t, 0)[dof], moment(t, 1)[dof] + moment(t, 2)[dof], 1e-14);
}

TEST(Seed_SiteTransmission_AC6, LengthIsTheOffsetInTheReferenceFrame) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" refsite="w" gear="1 2 3 0 0 0"/>)");
  const Vec3<Real> offset = transpose_mul(t.d.site_xmat[0], t.d.site_xpos[2] - t.d.site_xpos[0]);
  EXPECT_NEAR(t.d.actuator_length[0], offset[0] + 2 * offset[1] + 3 * offset[2], 1e-14);
}

TEST(Seed_SiteTransmission_AC7, AQuarterTurnCountsHalfPi) {  // judge: closed form
  Twin t(
      R"(<mujoco><worldbody><site name="w"/><body><joint axis="1 0 0"/><geom size=".1"/><site name="s"/></body></worldbody>
    <actuator><motor site="s" refsite="w" gear="0 0 0 3 0 0"/></actuator></mujoco>)");
  t.qpos({std::acos(-1.0) / 2});
  t.both_forward();
  EXPECT_NEAR(t.d.actuator_length[0], 3 * std::acos(-1.0) / 2, 1e-14);
}

TEST(Seed_SiteTransmission_AC8, VelocityIsTheRateOfLength) {  // judge: finite differences
  Twin t = posed(R"(<motor name="a" site="s" refsite="w" gear="1 2 3 0 0 0"/>)");
  const Real velocity = t.d.actuator_velocity[0], h = 1e-6;
  EXPECT_NEAR(velocity, power(moment(t), t.d), 1e-14);
  const auto length_at = [&](Real dt) {
    t.qpos({.3 + .4 * dt, -.5 - .7 * dt, .8 + 1.1 * dt});
    fwd_position(t.m, t.d);
    return t.d.actuator_length[0];
  };
  EXPECT_NEAR((length_at(h) - length_at(-h)) / (2 * h), velocity, 1e-9);
}

TEST(Seed_SiteTransmission_AC9, ForceTimesVelocityIsThePowerOfTheJoints) {  // judge: physics
  Twin t = posed(R"(<motor name="a" site="s" refsite="m" gear="1 2 3 .4 .5 .6"/>)");
  Real joints = 0;
  for (int dof = 0; dof < 3; ++dof) joints += t.d.qfrc_actuator[dof] * t.d.qvel[dof];
  EXPECT_NEAR(t.d.actuator_force[0] * t.d.actuator_velocity[0], joints, 1e-14);
}

TEST(Seed_SiteTransmission_AC10, SitesOfOneBodyHaveNoMoment) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" refsite="s_same" gear="1 2 3 4 5 6"/>)");
  EXPECT_EQ(t.d.moment_rownnz[0], 0);
}

TEST(Seed_SiteTransmission_AC11, OnlyTheSharedChainIsLeftOut) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" refsite="m" gear="1 2 3 .4 .5 .6"/>)");
  EXPECT_EQ(moment(t)[0], 0);
  EXPECT_EQ(moment(t)[1], 0);
  EXPECT_NE(moment(t)[2], 0);
}

TEST(Seed_SiteTransmission_AC12, JointsAndTendonsUseOnlyTheFirstGear) {  // judge: definition
  Twin t = posed(R"(<motor name="a" joint="j1" gear="5 2 3 4 5 6"/>)");
  expect_values(moment(t), {5, 0, 0}, 0);
  EXPECT_EQ(t.d.actuator_length[0], 5 * .3);
}

TEST(Seed_SiteTransmission_AC13,
     OneGearIsPaddedWithZeros) {  // judge: oracle (which refuses seven, against the seeds)
  Twin t = posed(R"(<motor name="a" joint="j1" gear="50"/>)");
  expect_values(reals(t.m.actuator_gear[0]), {50, 0, 0, 0, 0, 0}, 0);
  EXPECT_FALSE(oracle::load_string(arm(R"(<motor name="a" joint="j1" gear="1 2 3 4 5 6 7"/>)")));
}

TEST(Seed_SiteTransmission_AC14, EveryGainAndBiasWorksOnSites) {  // judge: oracle
  Twin t = posed(R"(<motor name="a" site="s" gear="1 2 3"/>
    <general site="s" refsite="w" gear="1 2 3" gaintype="affine" gainprm="1 2 3" biastype="affine" biasprm="4 5 6"/>
    <general site="s" refsite="w" gear="1 2 3" lengthrange="0 3" dyntype="muscle" gaintype="muscle" biastype="muscle" dynprm=".01 .04" gainprm=".75 1.05 10 200 .5 1.6 1.5 1.3 1.2" biasprm=".75 1.05 10 200 .5 1.6 1.5 1.3 1.2"/>)");
  t.ctrl({2, 1, .5}).act({.6});
  t.both_forward();
  EXPECT_LE(t.error("actuator_force"), 1e-13);
  EXPECT_LE(t.error("qfrc_actuator"), 1e-13);
}

TEST(Seed_SiteTransmission_AC15, Acc0IsTheAccelerationOfAUnitForce) {  // judge: definition
  Twin t(arm(
      R"(<general name="a" site="s" gear="1 2 3 .4 .5 .6" lengthrange="0 1" dyntype="muscle" gaintype="muscle" biastype="muscle" dynprm=".01 .04" gainprm=".75 1.05 10 200 .5 1.6 1.5 1.3 1.2" biasprm=".75 1.05 10 200 .5 1.6 1.5 1.3 1.2"/>)"));
  forward(t.m, t.d);
  std::vector<Real> acc = moment(t);
  solve_m(t.m, t.d, acc);
  EXPECT_NEAR(t.m.actuator_acc0[0], std::sqrt(acc[0] * acc[0] + acc[1] * acc[1] + acc[2] * acc[2]), 1e-12);
}

TEST(Seed_SiteTransmission_AC16, TheForceSensorReadsTheScalarForce) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" gear="1 2 3 4 5 6"/>)");
  EXPECT_EQ(t.d.sensordata[2], t.d.actuator_force[0]);
}

TEST(Seed_SiteTransmission_AC17, ThePositionSensorReadsTheLength) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" refsite="w" gear="1 2 3 4 5 6"/>)");
  EXPECT_EQ(t.d.sensordata[0], t.d.actuator_length[0]);
}

TEST(Seed_SiteTransmission_AC18, TheVelocitySensorReadsTheVelocity) {  // judge: definition
  Twin t = posed(R"(<motor name="a" site="s" refsite="w" gear="1 2 3 4 5 6"/>)");
  EXPECT_EQ(t.d.sensordata[1], t.d.actuator_velocity[0]);
}

TEST(Seed_SiteTransmission_AC19, AnUnknownSiteIsRefused) {  // judge: oracle
  EXPECT_FALSE(oracle::load_string(arm(R"(<motor name="a" site="nonexistent"/>)")));
}

TEST(Seed_SiteTransmission_AC20, AnUnknownReferenceSiteIsRefused) {  // judge: oracle
  EXPECT_FALSE(oracle::load_string(arm(R"(<motor name="a" site="s" refsite="nonexistent"/>)")));
}

TEST(Seed_SiteTransmission_AC21, TwoTargetsAreRefused) {  // judge: oracle
  EXPECT_FALSE(oracle::load_string(arm(R"(<motor name="a" joint="j1" site="s"/>)")));
}

TEST(Seed_SiteTransmission_AC22, AgreesWithTheOracleInBothModes) {  // judge: oracle
  Twin t = posed(
      R"(<motor name="a" site="s" gear="1 2 3 .4 .5 .6"/><motor site="s" refsite="m" gear="1 2 3 .4 .5 .6"/>
    <position site="s" refsite="w" gear="1 2 3 .4 .5 .6" kp="10"/><motor site="s" refsite="w" gear="0 0 0 1 2 3"/>)");
  for (const char* field : {"actuator_length", "actuator_velocity", "actuator_force", "qfrc_actuator"})
    EXPECT_LE(t.error(field), 1e-13) << field;
}

}  // namespace
}  // namespace corten
