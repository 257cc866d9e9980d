// Inertial frames of bodies, bounds, fusing, discarding, aligning.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

std::string with(const std::string& compiler, const std::string& body) {
  return "<mujoco>\n<compiler " + compiler + "/>\n<worldbody>\n" + body + "\n</worldbody>\n</mujoco>";
}

TEST(CompileInertia, SeveralGeomsAreDiagonalised) {  // judge: oracle
  expect_same_model(world(
      R"(<body><joint/><geom size=".1" mass="1" pos="1 0 0"/><geom size=".1" mass="3" pos="0 1 0"/></body>
      <body><freejoint/><geom type="box" size=".1 .2 .3" euler="10 20 30"/><geom type="capsule" size=".1 .3" pos=".1 .2 .3"
      euler="30 20 10"/><geom type="ellipsoid" size=".3 .2 .1" pos="-.1 .2 .4" mass="2"/></body>)"));
}

TEST(CompileInertia, AMasslessBodyTakesItsOwnPoseAsInertialFrame) {  // judge: oracle
  expect_same_model(
      world(R"(<frame pos="0 0 5"><body pos="1 2 3"/></frame><body pos="1 2 3" euler="0 0 90"/>)"));
}

TEST(CompileInertia, ExplicitInertialIsKeptAsWritten) {  // judge: oracle
  expect_same_model(world(
      R"(<body><joint/><inertial pos="1 2 3" mass="2" diaginertia="1 3 2" euler="10 20 30"/><geom size=".1"/></body>
      <body><joint/><inertial pos="1 2 3" mass="2" fullinertia="3 2 1.5 .1 -.2 .3"/></body>)"));
}

TEST(CompileInertia, MassRulesOfGeoms) {  // judge: oracle
  expect_same_model(with(
      "inertiagrouprange='1 2' inertiafromgeom='true'",
      R"(<body><joint/><geom size=".1" group="1"/><geom size=".2" group="3"/><geom size=".1" group="2" mass="0"/>
      <inertial pos="1 1 1" mass="7" diaginertia="1 1 1"/></body>
      <body><inertial pos="1 1 1" mass="7" diaginertia="1 1 1"/></body>)"));
  expect_same_model(with("inertiafromgeom='false'", R"(<body><geom size=".1"/></body>)"));
  expect_same_model(world(
      R"(<body><geom type="box" size="1e-5 1e-5 1e-5" mass="1"/><geom size=".1" density="0"/></body>)"));
}

TEST(CompileInertia, BoundsBalanceAndTotalMass) {  // judge: oracle
  expect_same_model(with("boundmass='1' boundinertia='.5'",
                         R"(<body pos="1 0 0"/><body><joint/><geom size=".1"/></body>)"));
  expect_same_model(with("balanceinertia='true'",
                         R"(<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>)"));
  expect_same_model(
      with("settotalmass='10'", R"(<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>
      <body><inertial pos="0 0 0" mass="3" diaginertia="1 2 3"/></body>)"));
  expect_refused(world(R"(<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/></body>)"),
                 "balanceinertia");
  expect_refused(world(R"(<body><joint/><inertial pos="0 0 0" mass="1" fullinertia="-1 1 1 0 0 0"/></body>)"),
                 "positive definite");
}

TEST(CompileInertia, AlignFreeMovesTheBodyOntoItsInertialFrame) {  // judge: oracle
  const std::string body =
      R"(<body pos="0 0 1" euler="0 0 90"><freejoint/><geom type="box" size=".1 .2 .3" pos=".5 0 0" euler="90 0 0"/>
      <geom size=".1" pos="1 2 3"/><site pos="0 0 .1"/><camera pos="0 0 .2"/><light pos="0 0 .3" dir="1 0 0"/></body>
      <body><freejoint align="true"/><geom size=".1" pos="1 1 1"/></body>
      <body><freejoint align="false"/><geom size=".1" pos="1 1 1"/></body>
      <body><freejoint align="true"/><geom size=".1" pos="1 1 1"/><body><geom size=".1"/></body></body>)";
  expect_same_model(with("alignfree='true'", body));
  expect_same_model(world(body));
  expect_same_model(with("alignfree='true' fusestatic='true'", body));
}

TEST(CompileInertia,
     FuseStaticKeepsTheOraclesInertia) {  // judge: oracle, whose rotated inertia is not the right one
  expect_same_model(with(
      "fusestatic='true'",
      R"(<body name="a" pos="0 0 1"><freejoint/><geom size=".1" mass="1"/><site/><body name="b" pos="1 0 0" euler="0 0 90">
      <geom type="box" size=".1 .2 .3" pos=".5 0 0" mass="1"/><site pos="1 2 3" euler="10 20 30"/><body name="c" pos="0 1 0">
      <joint/><geom size=".1" mass="2"/></body></body></body><body pos="1 2 3" euler="1 2 3"><geom size=".2"/>
      <body pos="3 2 1"><joint/><geom size=".1"/></body></body>)"));
}

TEST(CompileInertia, FuseStaticSparesBodiesSomebodyRefersTo) {  // judge: oracle
  const std::string bodies = R"(<worldbody><body name="m"><joint/><geom size=".1"/><body name="b" pos="1 2 3">
      <geom size=".1"/><site name="s"/></body><body pos="3 2 1"><geom size=".1"/><site name="t"/></body></body>
      <body name="x"/><body name="y"/></worldbody>)";
  const std::string head = "<mujoco><compiler fusestatic='true'/>" + bodies;
  expect_same_model(head + "</mujoco>");
  expect_same_model(head + "<sensor><force site='s'/><torque site='t'/></sensor></mujoco>");
  expect_refused(head + "<sensor><framepos objtype='xbody' objname='b'/></sensor></mujoco>",
                 "unrecognized name");
  expect_same_model(head + "<sensor><framepos objtype='body' objname='b'/></sensor></mujoco>");
  expect_same_model(head + "<sensor><subtreecom body='y'/></sensor></mujoco>");
  expect_same_model(head + "<contact><exclude body1='m' body2='b'/></contact></mujoco>");
  expect_same_model(head + "<equality><weld body1='m' body2='x'/></equality></mujoco>");
  expect_same_model(
      head + "<custom><tuple name='t'><element objtype='body' objname='y'/></tuple></custom></mujoco>");
}

TEST(CompileInertia, DiscardVisualDropsGeomsThatOnlyShow) {  // judge: oracle
  expect_same_model(
      R"(<mujoco><compiler discardvisual="true"/><asset><material name="m"/></asset><worldbody>
      <geom name="v" size=".1" contype="0" conaffinity="0" material="m"/><geom name="g" size=".1"/><body><joint name="j"/>
      <geom name="w" size=".1" contype="0" conaffinity="0" margin=".5"/><geom name="p" size=".1" contype="0" conaffinity="0"/>
      <geom name="q" size=".2"/><geom size=".3" name="t" contype="0" conaffinity="0"/><site name="a" pos="1 0 0"/></body>
      <site name="b" pos="3 0 0"/></worldbody><contact><pair geom1="p" geom2="g"/></contact>
      <tendon><spatial><site site="a"/><geom geom="t"/><site site="b"/></spatial></tendon></mujoco>)");
}

}  // namespace
}  // namespace corten
