// Springs, fluid forces, energy.
#include "corten/smooth/passive.h"

#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

TEST(Passive, SpringsOfFreeBallAndHinge) {  // judge: oracle
  Twin t(R"(<mujoco><option gravity="0 0 0"><flag energy="enable"/></option><worldbody>
    <body pos=".1 0 1" quat="1 .2 0 0"><joint type="free" stiffness="3"/><geom size=".1"/>
    <body><joint type="ball" stiffness="5"/><geom size=".1"/>
    <body><joint stiffness="7" springref="30" ref="10"/><geom size=".1"/></body></body></body></worldbody></mujoco>)");
  t.qpos({.2, -.3, 1.4, .5, .5, .5, -.5, -.6, .8, .3, -.2, .4});
  forward(t.m, t.d);
  expect_values(t.d.qfrc_spring.span(),
                {-.3, .9, -1.2, -2.7409868479238, -2.7409868479238, 4.1114802718857, 8.85291970224725,
                 3.31984488834272, -2.21322992556181, 0.865191429188092},
                2e-13);
  EXPECT_NEAR(t.d.energy[0], 15.1945773425504, 1e-12);
}

Twin in_medium(const std::string& geom, const std::string& wind = ".5 -.2 .1") {
  Twin t("<mujoco><option gravity='0 0 0' density='1.2' viscosity='.3' wind='" + wind +
         "'/><worldbody><body><freejoint/><geom mass='2' " + geom + "/></body></worldbody></mujoco>");
  t.qpos({0, 0, 0, .9, .3, -.2, .1}).qvel({.7, -.4, .9, 1.1, .6, -.8});
  forward(t.m, t.d);
  return t;
}

TEST(Fluid, BoxEllipsoidAndCylinderInWind) {  // judge: oracle
  expect_values(in_medium("type='box' size='.1 .2 .35'").d.qfrc_fluid.span(),
                {-0.278419890137898, 0.251525944874741, -1.01630888265686, -0.0855643578158938,
                 -0.0466664503995785, 0.0615802938661046},
                1e-14);
  expect_values(in_medium("type='ellipsoid' size='.1 .2 .35' fluidshape='ellipsoid'").d.qfrc_fluid.span(),
                {-0.334483787559479, 0.219851859818499, -1.04786447851489, -0.0927443922952321,
                 -0.0661890555813975, 0.0714313062142007},
                1e-14);
  expect_values(in_medium("type='cylinder' size='.1 .3' fluidshape='ellipsoid' fluidcoef='.4 .3 1.2 0 0'")
                    .d.qfrc_fluid.span(),
                {-0.200781451350241, 0.200216003806478, -0.781266002891704, -0.0398840672280479,
                 -0.0257348157596569, 0.0299148454748582},
                1e-14);
}

TEST(Fluid, NothingActsAtRest) {  // judge: definition
  Twin t = in_medium("type='ellipsoid' size='.1 .2 .35' fluidshape='ellipsoid'", "0 0 0");
  t.qvel({0, 0, 0, 0, 0, 0});
  forward(t.m, t.d);
  for (const Real f : t.d.qfrc_fluid) EXPECT_EQ(f, 0);
}

}  // namespace
}  // namespace corten
