// Transmissions: lengths and moments of actuators.
#include "corten/smooth/transmission.h"

#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

constexpr const char* kTree = R"(<mujoco><worldbody>
  <body pos="0 0 1"><freejoint name="free"/><geom type="box" size=".1 .2 .3" mass="2"/>
   <body pos=".3 0 0"><joint name="hinge" axis="0 1 1"/><geom size=".05" mass=".5" pos=".1 0 0"/>
    <body pos=".3 0 0"><joint name="ball" type="ball"/><geom size=".05" mass=".4" pos=".1 0 0"/>
     <site name="bs" pos=".2 .01 .03" euler="5 15 25"/></body></body>
   <body pos="-.3 0 0"><joint type="slide" axis="1 0 0"/><geom size=".05" mass=".5"/>
    <site name="h2s" pos=".05 .01 .03" euler="-5 15 25"/></body></body></worldbody>
  <actuator><motor joint="free" gear="1 2 3 4 5 6"/><motor jointinparent="free" gear="1 2 3 4 5 6"/>
   <motor joint="ball" gear="1 2 3"/><motor jointinparent="ball" gear="1 2 3"/>
   <motor site="bs" refsite="h2s" gear="1 2 3 .1 .2 .3"/>
   <motor cranksite="bs" slidersite="h2s" cranklength="1.5" gear="2"/>
   <motor cranksite="bs" slidersite="h2s" cranklength=".05" gear="2"/></actuator></mujoco>)";

Twin tree() {
  Twin t(kTree);
  t.qpos({.1, -.2, 1.1, .9, .3, -.2, .1, .4, .8, -.1, .5, .2, -.15});
  t.both_forward();
  return t;
}

// dense row of actuator_moment
std::vector<Real> moment(const Twin& t, int i) {
  std::vector<Real> row(static_cast<std::size_t>(t.m.nv));
  for (int k = t.d.moment_rowadr[i]; k < t.d.moment_rowadr[i] + t.d.moment_rownnz[i]; ++k)
    row[static_cast<std::size_t>(t.d.moment_colind[k])] = t.d.actuator_moment[k];
  return row;
}

TEST(Transmission, FreeAndBallJointsInChildAndParentFrame) {  // judge: oracle
  const Twin t = tree();
  EXPECT_EQ(t.d.actuator_length[0], 0);
  expect_values(moment(t, 0), {1, 2, 3, 4, 5, 6}, 0);
  expect_values(moment(t, 1), {1, 2, 3, 6.54736842105263, 5.84210526315789, 0.0421052631578958}, 2e-14);
  EXPECT_NEAR(t.d.actuator_length[2], 3.28826151176507, 2e-14);
  EXPECT_NEAR(t.d.actuator_length[3], 3.28826151176507, 2e-14);
  expect_values(std::span<const Real>(moment(t, 3)).subspan(7, 3),
                {-1.82978723404255, 1.46808510638298, 2.91489361702128}, 2e-14);
}

TEST(Transmission, SiteAgainstReferenceSite) {  // judge: oracle
  const Twin t = tree();
  EXPECT_NEAR(t.d.actuator_length[4], 0.904885384943606, 2e-14);
  expect_values(
      std::span<const Real>(moment(t, 4)).subspan(6, 5),
      {0.0669598381502687, -0.206055240073006, -0.419071140311555, 0.655501978990401, -0.835447446019684},
      2e-14);
}

TEST(Transmission, SliderCrankWithinAndBeyondReach) {  // judge: oracle
  const Twin t = tree();
  EXPECT_NEAR(t.d.actuator_length[5], -2.15454605204406, 2e-14);
  expect_values(
      std::span<const Real>(moment(t, 5)).subspan(6, 5),
      {-0.931160045670266, 0.0521581167651858, -0.517125596286473, -0.175345579672415, -2.40175002553872},
      2e-14);
  EXPECT_NEAR(t.d.actuator_length[6], -0.022778950602786, 2e-14);
}

TEST(Transmission, KeepsTheOraclesPattern) {  // judge: oracle
  const Twin t = tree();
  EXPECT_EQ(t.error("moment_rownnz"), 0);
  EXPECT_EQ(t.error("moment_rowadr"), 0);
  EXPECT_LE(t.error("actuator_length"), 1e-15);
}

TEST(Transmission, RotationOfRefsitesMultipliesInTheOraclesOrder) {  // judge: oracle
  Twin t(
      R"(<mujoco><worldbody><site name="w" pos=".1 .2 .3" euler="10 20 30"/><body pos="0 0 1"><joint type="ball"/>
    <geom size=".1"/><site name="s" euler="40 -20 10"/></body></worldbody><actuator>
    <motor site="s" refsite="w" gear="0 0 0 1 0 0"/><motor site="s" refsite="w" gear="0 0 0 0 1 0"/>
    <motor site="s" refsite="w" gear="0 0 0 0 0 1"/></actuator></mujoco>)");
  t.qpos({.8, -.1, .5, .2});
  forward(t.m, t.d);
  expect_values(t.d.actuator_length.span(), {0.0285726747199857, 0.243231062149704, 0.16126627993049}, 1e-14);
}

TEST(Transmission, AdhesionPullsAlongTheMeanNormal) {  // judge: oracle
  for (const char* cone : {"pyramidal", "elliptic"}) {
    Twin t("<mujoco><option cone='" + std::string(cone) + R"('/><worldbody><geom type="plane" size="5 5 1"/>
      <body name="box" pos="0 0 .099"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body name="ball" pos="1 0 .14"><freejoint/><geom size=".1" margin=".05" gap=".05"/></body></worldbody>
      <actuator><adhesion body="box" gain="10" ctrlrange="0 1"/><adhesion body="ball" gain="10" ctrlrange="0 1"/>
      </actuator></mujoco>)");
    t.ctrl({.5, .5});
    t.both_forward();
    EXPECT_NEAR(moment(t, 0)[2], -1, 1e-15) << cone;
    EXPECT_NEAR(moment(t, 1)[8], -1, 1e-15) << cone;
    EXPECT_NEAR(t.d.qfrc_actuator[2], -5, 1e-14) << cone;
    EXPECT_NEAR(t.d.qfrc_actuator[8], -5, 1e-14) << cone;
  }
}

}  // namespace
}  // namespace corten
