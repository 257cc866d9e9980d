// Numbers that are not numbers, and endless ones: what the oracle makes of them, we make of them.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

std::string body(const std::string& contents, const std::string& compiler = "") {
  return "<mujoco>\n<compiler " + compiler + "/><worldbody>\n<body>" + contents +
         "</body></worldbody></mujoco>";
}
std::string inertial(const std::string& attributes) { return "<inertial pos='0 0 0' " + attributes + "/>"; }

TEST(UndefinedNumbers, AMovingBodyNeedsADefinedMass) {  // judge: oracle
  for (const char* bound : {"", "balanceinertia='true'", "boundmass='1'", "boundinertia='1'"})
    for (const char* wrong : {"mass='nan' diaginertia='1 1 1'", "mass='1' diaginertia='1 nan 1'",
                              "mass='1' fullinertia='1 1 1 nan 0 0'"}) {
      expect_refused(body("<freejoint/>" + inertial(wrong), bound), "mass and inertia of moving bodies");
      expect_same_model(body(inertial(wrong), bound));
    }
}

TEST(UndefinedNumbers, AShellOfOneTriangleIsRefusedUnlessBalanced) {  // judge: oracle
  const std::string xml =
      R"(<asset><mesh name="m" inertia="shell" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 2"/></asset>
      <worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>)";
  expect_same_model("<mujoco>\n<compiler balanceinertia='true'/>" + xml);
  expect_refused("<mujoco>\n" + xml, "principal inertias");
}

TEST(UndefinedNumbers, GeomsOfUndefinedInertiaLeaveTheWrittenOne) {  // judge: oracle
  const std::string written = "<inertial pos='1 2 3' mass='1' quat='0 1 0 0' diaginertia='2 2 2'/>";
  for (const char* geom : {"type='box' size='.1 .2 .3' quat='nan 0 0 1'", "size='.1' pos='nan 0 0'",
                           "size='.1' pos='0 nan 0'", "size='inf'", "size='.1' mass='inf'"}) {
    const std::string geoms = "<geom size='.1'/><geom " + std::string(geom) + "/>";
    expect_same_model(body(geoms));
    expect_same_model(body(written + geoms, "inertiafromgeom='true'"));
    expect_refused(body("<joint/>" + geoms), "mass and inertia of moving bodies");
  }
}

TEST(UndefinedNumbers, InertiaBelowTheThresholdIsRefusedWhenJoined) {  // judge: oracle
  const std::string small = inertial("mass='1' diaginertia='1e-15 1e-15 1e-15'");
  expect_same_model(body("<freejoint/>" + small + "<body>" + small + "</body>"));
  expect_refused(body("<freejoint/>" + small + "<body>" + small + "</body>", "fusestatic='true'"),
                 "positive definite");
  expect_refused(body("<geom size='.001' mass='1e-9'/><geom size='.001' mass='1e-9'/>"), "positive definite");
}

TEST(UndefinedNumbers, AStaticBodyOfUndefinedMassIsFusedWithoutIt) {  // judge: oracle
  const std::string parent = "<freejoint/>" + inertial("mass='1' diaginertia='1 1 1'");
  for (const char* child : {"mass='nan' diaginertia='1 1 1'", "mass='1' diaginertia='nan 1 1'"})
    expect_same_model(body(parent + "<body>" + inertial(child) + "</body>", "fusestatic='true'"));
}

TEST(UndefinedNumbers, TheCenterOfAnEndlessBoxIsUndefined) {  // judge: oracle
  for (const char* shape : {"box' size='inf 1 1", "sphere' size='inf", "capsule' size='.1 inf",
                            "ellipsoid' size='1 1 inf", "cylinder' size='1 inf", "plane' size='inf 1 1"})
    expect_same_model(world("<geom type='" + std::string(shape) + "'/>"));
}

TEST(UndefinedNumbers, TheCenterOfAnEndlessHeightFieldIsUndefined) {  // judge: oracle
  expect_same_model(R"(<mujoco><asset><hfield name="f" nrow="2" ncol="2" size="inf 1 1 1"/></asset>
      <worldbody><geom type="hfield" hfield="f"/></worldbody></mujoco>)");
}

TEST(UndefinedNumbers, InAKeyThatWaitsTheFirstNumberDecides) {  // judge: oracle
  const std::string head = R"(<mujoco><worldbody><body mocap="true" pos="1 2 3" quat="1 2 3 4"/>
      <replicate count="2"><geom size=".1"/></replicate></worldbody><keyframe>)";
  for (const char* key : {"mpos='nan 5 6'", "mpos='4 nan 6'", "mquat='nan 1 1 1'", "mquat='1 1 1 nan'"})
    expect_same_model(head + "<key " + key + "/></keyframe></mujoco>");
}

}  // namespace
}  // namespace corten
