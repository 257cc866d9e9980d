// Bodies, joints, geoms and sites of a compiled model.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

TEST(CompileTree, NumbersBodiesDepthFirstAndElementsBodyByBody) {  // judge: oracle
  const std::string xml = world(
      R"(<geom name="g0" size=".1"/><body name="A"><geom name="g1" size=".1"/><frame pos="1 0 0"><body name="B">
      <geom name="g2" size=".1"/><joint name="jB"/></body><geom name="g3" size=".1"/></frame><body name="C">
      <geom name="g4" size=".1"/></body><joint name="jA"/></body><geom name="g5" size=".1"/><body name="D">
      <geom name="g6" size=".1"/></body>)");
  expect_same_model(xml);
  const Model m = load_text(xml).value();
  EXPECT_EQ(m.geom_bodyid[3], 1);  // g3, through the frame
}

TEST(CompileTree, AFreeBallSlideHingeTreeIsTheOracles) {  // judge: oracle
  expect_same_model(world(
      R"(<geom type="plane" size="2 3 .1"/><body pos="0 0 1"><joint type="hinge" axis="0 1 0" pos="0 0 .5" armature=".2"/>
      <geom type="capsule" size=".1 .4"/><body pos="0 0 -1"><joint type="slide" axis="1 0 0"/><joint type="ball"/>
      <geom type="box" size=".1 .2 .3" pos=".05 0 0"/><site pos="0 4 0"/></body></body>
      <body pos="0 3 0"><freejoint/><geom type="ellipsoid" size=".1 .2 .3" quat="1 2 3 4"/>
      <geom type="cylinder" size=".1 .2" pos=".1 .2 .3" euler="10 20 30"/></body>)"));
}

TEST(CompileTree, SimpleBodiesAndTreesAreTheOracles) {  // judge: oracle
  expect_same_model(world(
      R"(<body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <joint axis="0 0 1"/><geom size=".1"/></body><body><joint axis="0 0 1"/><joint type="slide" axis="0 0 1"/>
      <geom size=".1"/></body><body><geom size=".1"/><body><joint type="ball"/><geom size=".1"/></body></body>)"));
}

TEST(CompileTree, SparsityIsTheOracles) {  // judge: oracle
  expect_same_model(world(
      R"(<body name="A"><joint axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
      <body name="B" pos=".4 0 0"><joint axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body>
      <body name="C" pos="0 .4 0"><joint type="slide" axis="1 0 0"/><geom size=".1"/></body></body>
      <body name="E" pos="2 0 0"><geom size=".1"/><body name="F" pos="0 0 1"><joint type="slide" axis="1 0 0"/>
      <joint axis="0 0 1"/><geom size=".1"/></body></body><body name="G" pos="3 0 0"><joint type="slide" axis="1 0 0"/>
      <joint type="slide" axis="0 1 0"/><geom size=".1" pos=".1 0 0"/></body>)"));
}

TEST(CompileTree, SameFrameFlagsHaveATolerance) {  // judge: oracle
  const std::string xml = world(
      R"(<body><inertial mass="1" diaginertia="1 1 1" pos=".1 0 0" quat="1 1 0 0"/><joint/><geom size=".1"/>
      <geom size=".1" pos="0 0 1"/><geom size=".1" pos=".1 0 0" quat="-1 -1 0 0"/><geom size=".1" quat="1 1 0 0"/>
      <geom size=".1" quat="0 1 0 0"/><geom size=".1" pos="9e-7 0 0"/><geom size=".1" pos="1.1e-6 0 0"/></body>)");
  expect_same_model(xml);
  const Model m = load_text(xml).value();
  const int expected[] = {1, 3, 2, 4, 0, 1, 3};
  for (int i = 0; i < 7; ++i) EXPECT_EQ(m.geom_sameframe[i], expected[i]);
}

TEST(CompileTree, UnlimitedHingesKeepTheirRangeInDegrees) {  // judge: oracle
  expect_same_model(world(
      R"(<body><joint range="-90 45" limited="false" ref="30" springref="60"/><geom size=".1"/></body>
      <body><joint range="-90 45" ref="30" springref="60"/><geom size=".1"/></body>
      <body><joint type="ball" range="0 45"/><geom size=".1"/></body>)"));
}

TEST(CompileTree, SpringDampersBecomeStiffnessAndDamping) {  // judge: oracle
  expect_same_model(world(
      R"(<body pos="0 0 1"><joint springdamper=".5 .7" pos="0 0 1"/><geom size=".1" mass="2"/><body pos="0 0 1">
      <joint type="slide" axis="1 0 0" springdamper="2 1.5"/><geom size=".1" mass="1"/></body></body>)"));
}

TEST(CompileTree, FramesMoveEverythingButTheInertial) {  // judge: oracle
  expect_same_model(world(
      R"(<frame pos="1 2 3" euler="10 20 30"><body pos=".1 .2 .3" euler="40 50 60"><frame pos="0 0 1" axisangle="1 1 0 30">
      <frame xyaxes="0 1 0 -1 0 0"><joint axis="1 2 3" pos="1 0 0"/><geom type="box" size=".1 .2 .3" zaxis="1 2 3"/>
      <site pos="1 1 1" quat="1 2 3 4"/><camera pos="1 0 0" euler="1 2 3"/><light pos="3 2 1" dir="1 1 0"/></frame></frame>
      <inertial mass="1" pos="1 2 3" diaginertia="1 1 1"/></body></frame>)"));
}

TEST(CompileTree, FromtoPointsFromTheSecondPointToTheFirst) {  // judge: oracle
  for (const char* fromto : {"0 0 0 0 0 1", "0 0 1 0 0 0", "1 0 0 0 1 0", ".1 .2 .3 -.4 .5 .6"})
    for (const char* type : {"capsule", "cylinder", "ellipsoid", "box"})
      expect_same_model(world(std::string("<body><joint/><geom type='") + type + "' size='.1' fromto='" +
                              fromto + "'/><site type='" + type + "' size='.1' fromto='" + fromto +
                              "'/></body>"));
}

TEST(CompileTree, FluidCoefficientsAreTheOracles) {  // judge: oracle
  expect_same_model(world(
      R"(<body><freejoint/><geom type="box" size=".1 .2 .3" fluidshape="ellipsoid"/>
      <geom type="capsule" size=".1 .3" fluidshape="ellipsoid" fluidcoef=".1 .2 .3 .4 .5"/>
      <geom type="cylinder" size=".1 .3" fluidshape="ellipsoid"/><geom size=".1" fluidshape="ellipsoid"/></body>)"));
}

TEST(CompileTree, CamerasTakeIntrinsicsInMetresOrPixels) {  // judge: oracle
  expect_same_model(world(
      R"(<camera sensorsize=".02 .01" resolution="640 480" focal=".03 .04"/>
      <camera sensorsize=".02 .01" resolution="640 480" focalpixel="300 310" principalpixel="3 4"/>
      <camera fovy="30" projection="orthographic" mode="track" output="rgb depth"/>
      <camera sensorsize=".02 .01" resolution="640 480"/>)"));
}

TEST(CompileTree, MocapBodiesAreNumbered) {  // judge: oracle
  expect_same_model(world(R"(<body mocap="true" pos="1 2 3"/><body/><body mocap="true" quat="0 2 0 0"/>)"));
}

TEST(CompileTree, UserDataArePaddedToTheLongest) {  // judge: oracle
  expect_same_model(world(
      R"(<body user="1 2"><joint user="1"/><geom size=".1" user="1 2 3"/><geom size=".1" user="4"/><site user="5 6"/>
      <camera user="1"/></body><body/>)"));
}

TEST(CompileTree, BodyHierarchiesAreTheOracles) {  // judge: oracle
  std::string geoms;
  for (int i = 0; i < 9; ++i)
    geoms += "<geom type='box' size='.1 .2 ." + std::to_string(i + 1) + "' pos='" +
             std::to_string(i * 7 % 5) + " " + std::to_string(i * 3 % 4) + " ." + std::to_string(i) +
             "' euler='" + std::to_string(i * 10) + " 20 30'" +
             (i == 4 ? " contype='0' conaffinity='0' margin='3'" : " margin='.01'") + "/>";
  expect_same_model(
      world("<geom size='.1'/><geom size='.2' pos='1 0 0'/><body><freejoint/>" + geoms + "</body>"));
}

TEST(CompileTree, NegativeMassMattersOnlyWhereGeomsWeigh) {  // judge: oracle
  expect_same_model(world("<geom size='.1' mass='-1'/><geom size='.1' density='-1'/>"));
  expect_same_model(world(
      "<body><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom size='.1' density='-1'/></body>"));
  expect_refused(world("<body><geom size='.1' mass='-1'/></body>"), "negative");
  expect_refused(world("<body><geom size='.1' density='-1'/></body>"), "negative");
}

TEST(CompileTree, RefusesWhatTheOracleRefuses) {  // judge: oracle
  expect_refused(world("<joint/>"), "joint");
  expect_refused(world("<body><freejoint/><joint/><geom size='.1'/></body>"), "free joint");
  expect_refused(world("<body><joint/><geom size='.1'/><body><freejoint/><geom size='.1'/></body></body>"),
                 "free joint");
  expect_refused(world("<body><joint type='ball'/><joint/><geom size='.1'/></body>"), "ball");
  expect_refused(
      world("<body><joint type='ball'/><joint type='slide'/><joint type='slide'/><joint type='slide'/>"
            "<joint type='slide'/><geom size='.1'/></body>"),
      "6 is the most");
  expect_refused(world("<body><joint/></body>"), "mass and inertia");
  expect_refused(world("<body><joint axis='0 0 1e-8'/><geom size='.1'/></body>"), "axis");
  expect_refused(world("<body><joint range='1 -1' limited='true'/><geom size='.1'/></body>"), "range");
  expect_refused(world("<body><joint type='ball' range='-1 1'/><geom size='.1'/></body>"), "ball joint");
  expect_refused(world("<body><joint springdamper='1 0'/><geom size='.1'/></body>"), "springdamper");
  expect_refused(world("<geom size='0'/>"), "size");
  expect_refused(world("<geom size='.1' condim='2'/>"), "condim");
  expect_refused(world("<geom type='box' size='.1 .1'/>"), "size");
  expect_refused(world("<geom type='mesh'/>"), "mesh");
  expect_refused(world("<geom type='sphere' size='.1' fromto='0 0 0 0 0 1'/>"), "fromto");
  expect_refused(world("<geom type='capsule' size='.1' pos='1 0 0' fromto='0 0 0 0 0 1'/>"), "fromto");
  expect_refused(world("<geom type='capsule' size='.1' fromto='0 0 0 0 0 0'/>"), "fromto");
  expect_refused(world("<body><joint/><geom type='plane' size='1 1 1'/><geom size='.1'/></body>"), "plane");
  expect_refused(world("<geom size='.1' material='none'/>"), "material");
  expect_refused(world("<site type='plane'/>"), "site");
  expect_refused(world("<camera target='none'/>"), "target");
  expect_refused(world("<camera fovy='180'/>"), "fovy");
  expect_refused(world("<light dir='0 0 0'/>"), "direction");
  expect_refused(world("<body mocap='true'><joint/><geom size='.1'/></body>"), "mocap");
  expect_refused(world("<body><body mocap='true'/></body>"), "mocap");
  expect_refused(world("<body name='a'/><body name='a'/>"), "a");
}

}  // namespace
}  // namespace corten
