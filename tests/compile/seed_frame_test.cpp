// Seed criteria about frames, child classes and site orientation; all fields are compared with the oracle.
#include "corten/math/scalar.h"
#include "tests/compile/same_model.h"

namespace corten {
namespace {

Model same(const std::string& xml) {
  expect_same_model(xml);
  return load_text(xml).value();
}

void expect_pos(const Vec3<Real>& pos, const Vec3<Real>& expected) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(pos[i], expected[i], 1e-7);
}

// a frame with one sphere in a body
Vec3<Real> geom_pos_in(const std::string& frame, const std::string& pos) {
  return same(world("<body><frame " + frame + "><geom size='.1' pos='" + pos + "'/></frame></body>"))
      .geom_pos[0];
}

TEST(Seed_Frame_AC1, FrameMovesAGeom) {
  expect_pos(geom_pos_in("pos='1 0 0'", "0 0 0"), {1, 0, 0});
}  // judge: oracle
TEST(Seed_Frame_AC2, FrameTurnsAGeom) { expect_pos(geom_pos_in("euler='0 0 90'", "1 0 0"), {0, 1, 0}); }
TEST(Seed_Frame_AC3, FrameMovesAndTurns) {
  expect_pos(geom_pos_in("pos='1 0 0' euler='0 0 90'", "1 0 0"), {1, 1, 0});
}
TEST(Seed_Frame_AC4, FramesNest) {
  expect_pos(
      same(world("<frame pos='1 0 0'><frame pos='0 1 0'><geom size='.1'/></frame></frame>")).geom_pos[0],
      {1, 1, 0});
}
TEST(Seed_Frame_AC5, FramesNestThreeDeep) {
  const Model m = same(world(
      "<frame pos='1 0 0'><frame pos='0 1 0'><frame pos='0 0 1'><geom size='.1'/></frame></frame></frame>"));
  expect_pos(m.geom_pos[0], {1, 1, 1});
}
TEST(Seed_Frame_AC6, FrameMovesABody) {
  expect_pos(same(world("<frame pos='2 0 0'><body pos='1 0 0'><geom size='.1'/></body></frame>")).body_pos[1],
             {3, 0, 0});
}
TEST(Seed_Frame_AC7, FrameMovesFromto) {
  const Model m = same(
      world("<body><frame pos='1 0 0'><geom type='capsule' size='.1' fromto='0 0 0 0 0 1'/></frame></body>"));
  expect_pos(m.geom_pos[0], {1, 0, .5});
}
TEST(Seed_Frame_AC8, FrameTurnsFromto) {
  const Model m = same(world(
      "<body><frame euler='0 90 0'><geom type='capsule' size='.1' fromto='0 0 0 0 0 1'/></frame></body>"));
  expect_pos(m.geom_pos[0], {.5, 0, 0});
}
TEST(Seed_Frame_AC9, FrameMovesASite) {
  expect_pos(same(world("<body><frame pos='.5 0 0'><site/></frame></body>")).site_pos[0], {.5, 0, 0});
}
TEST(Seed_Frame_AC10, AnEmptyFrameIsFine) {
  same(world("<body><frame pos='1 0 0'/><geom size='.1'/></body>"));
}
TEST(Seed_Frame_AC11, FrameInTheWorld) {
  expect_pos(same(world("<frame pos='1 0 0'><geom size='.1'/></frame>")).geom_pos[0], {1, 0, 0});
}
TEST(Seed_Frame_AC12, FrameWithoutPosition) { expect_pos(geom_pos_in("euler='0 0 90'", "1 0 0"), {0, 1, 0}); }
TEST(Seed_Frame_AC13, FrameWithoutOrientation) { expect_pos(geom_pos_in("pos='3 0 0'", "0 2 0"), {3, 2, 0}); }
TEST(Seed_Frame_AC14, FrameByXyaxes) { expect_pos(geom_pos_in("xyaxes='0 1 0 -1 0 0'", "1 0 0"), {0, 1, 0}); }
TEST(Seed_Frame_AC15, FrameByZaxis) { expect_pos(geom_pos_in("zaxis='1 0 0'", "0 0 1"), {1, 0, 0}); }
TEST(Seed_Frame_AC16, FrameByAxisangle) {
  expect_pos(geom_pos_in("axisangle='0 0 1 90'", "1 0 0"), {0, 1, 0});
}

// the seed wants an error; the oracle lets the frame move the joint
TEST(Seed_Frame_AC17, FrameMovesAJoint) {
  const Model m =
      same(world("<body><frame pos='1 0 0' euler='0 0 90'><joint axis='1 0 0' pos='1 0 0'/></frame><geom "
                 "size='.1'/></body>"));
  expect_pos(m.jnt_pos[0], {1, 1, 0});
  expect_pos(m.jnt_axis[0], {0, 1, 0});
}
// the seed wants an error; the oracle takes the joint and leaves the body where it is
TEST(Seed_Frame_AC18, FreeJointInAFrameDoesNotMoveTheBody) {
  expect_pos(same(world("<body><frame pos='1 0 0'><freejoint/></frame><geom size='.1'/></body>")).body_pos[1],
             {0, 0, 0});
}
// the seed wants an error; the oracle takes the inertial as if it stood in the body
TEST(Seed_Frame_AC19, InertialInAFrameStaysWhereItIs) {
  const std::string xml = world(
      "<body><frame pos='1 0 0'><inertial pos='0 0 2' mass='1' diaginertia='1 1 1'/></frame><joint/></body>");
  std::string error;
  if (oracle::load_string(xml, &error))
    expect_pos(same(xml).body_ipos[1], {0, 0, 2});
  else
    expect_refused(xml, "inertial");
}

const std::string kColours =
    "<default><default class='red'><geom rgba='1 0 0 1'/></default><default class='green'><geom rgba='0 1 0 "
    "1'/></default>"
    "<default class='blue'><geom rgba='0 0 1 1'/></default><default class='robot'><joint "
    "damping='3'/></default></default>";
Model coloured(const std::string& body) {
  return same("<mujoco>" + kColours + "<worldbody>" + body + "</worldbody></mujoco>");
}

TEST(Seed_Frame_AC20, ChildclassOfABodyReachesItsGeoms) {
  EXPECT_EQ(coloured("<body childclass='red'><geom size='.1'/></body>").geom_rgba[0][0], 1);
}
TEST(Seed_Frame_AC21, AClassOfItsOwnBeatsTheChildclass) {
  EXPECT_EQ(coloured("<body childclass='red'><geom class='blue' size='.1'/></body>").geom_rgba[0][2], 1);
}
TEST(Seed_Frame_AC22, ChildclassOfAFrameBeatsTheBodys) {
  const Model m =
      coloured("<body childclass='red'><frame childclass='green'><geom size='.1'/></frame></body>");
  EXPECT_EQ(m.geom_rgba[0][1], 1);
}
TEST(Seed_Frame_AC23, ChildclassReachesDescendants) {
  EXPECT_EQ(coloured("<body childclass='robot'><body><joint/><geom size='.1'/></body></body>").dof_damping[0],
            3);
}
TEST(Seed_Frame_AC24, ChildclassOfAChildBeatsItsParents) {
  const Model m = coloured("<body childclass='red'><body childclass='green'><geom size='.1'/></body></body>");
  EXPECT_EQ(m.geom_rgba[0][1], 1);
}
TEST(Seed_Frame_AC25, WithoutFramesNothingMoves) {
  expect_pos(same(world("<body pos='1 2 3'><geom size='.1' pos='3 2 1'/></body>")).geom_pos[0], {3, 2, 1});
}
TEST(Seed_Frame_AC26, OrientationsCompose) {
  same(world("<frame euler='0 0 90'><geom size='.1' euler='90 0 0'/></frame>"));
}
TEST(Seed_Frame_AC27, FrameInRadians) {
  const Model m = same(
      "<mujoco><compiler angle='radian'/><worldbody><frame euler='0 0 1.5707963'><geom size='.1' pos='1 0 "
      "0'/>"
      "</frame></worldbody></mujoco>");
  expect_pos(m.geom_pos[0], {0, 1, 0});
}

TEST(Seed_Childclass_AC28, NestedClassesAreInherited) {
  const Model m = same(
      "<mujoco><default><default class='robot'><geom contype='5'/><default class='arm'><geom "
      "conaffinity='3'/></default>"
      "</default></default><worldbody><body childclass='arm'><geom size='.1'/></body></worldbody></mujoco>");
  EXPECT_EQ(m.geom_contype[0], 5);
  EXPECT_EQ(m.geom_conaffinity[0], 3);
}
TEST(Seed_Childclass_AC29, ReachesGeomsJointsAndSites) {
  const Model m = same(
      "<mujoco><compiler angle='radian'/><default><default class='R'><geom contype='7'/><joint "
      "damping='5'/><site size='.05'/>"
      "</default></default><worldbody><body childclass='R'><joint/><geom "
      "size='.1'/><site/></body></worldbody></mujoco>");
  EXPECT_EQ(m.geom_contype[0], 7);
  EXPECT_EQ(m.dof_damping[0], 5);
  EXPECT_EQ(m.site_size[0][0], .05);
}
TEST(Seed_Childclass_AC30, ReachesThreeLevelsDown) {
  EXPECT_EQ(coloured("<body childclass='robot'><geom size='.1'/><body pos='0 0 1'><geom size='.1'/><body "
                     "pos='0 0 1'><joint/>"
                     "<geom size='.1'/></body></body></body>")
                .dof_damping[0],
            3);
}
TEST(Seed_Childclass_AC31, TheNearestAncestorWins) {
  const Model m = same(
      "<mujoco><default><default class='A'><joint damping='1'/></default><default class='B'><joint "
      "damping='9'/></default>"
      "</default><worldbody><body childclass='A'><geom size='.1'/><body childclass='B'><geom "
      "size='.1'/><body><joint/>"
      "<geom size='.1'/></body></body></body></worldbody></mujoco>");
  EXPECT_EQ(m.dof_damping[0], 9);
}
TEST(Seed_Childclass_AC32, NestedFramesInheritAndOverride) {
  const Model m = same(
      "<mujoco><default><default class='F1'><geom contype='4'/></default><default class='F2'><geom "
      "contype='8'/></default>"
      "</default><worldbody><body><frame childclass='F1'><frame><geom size='.1'/></frame><frame "
      "childclass='F2'>"
      "<geom size='.1'/></frame></frame></body></worldbody></mujoco>");
  EXPECT_EQ(m.geom_contype[0], 4);
  EXPECT_EQ(m.geom_contype[1], 8);
}
TEST(Seed_Childclass_AC33, AnUnknownClassOfABodyIsRefused) {
  expect_refused(world("<body childclass='nonexistent'><geom size='.1'/></body>"), "nonexistent");
}
TEST(Seed_Childclass_AC34, ABodyWithoutElementsMayHaveOne) {
  coloured("<body childclass='red' pos='0 0 1'/>");
}
TEST(Seed_Childclass_AC35, AnUnknownClassOfAFrameIsRefused) {
  expect_refused(world("<body><frame childclass='ghost'><geom size='.1'/></frame></body>"), "ghost");
}

// ---- site orientation ----

Quat<Real> site_quat(const std::string& site, const std::string& compiler = "") {
  return same("<mujoco><compiler " + compiler + "/><worldbody><body><geom size='.1' mass='1'/><site " + site +
              "/></body></worldbody></mujoco>")
      .site_quat[0];
}
void expect_turn(const Quat<Real>& quat, const Vec3<Real>& axis, Real angle) {
  const Quat<Real> expected = axis_angle_quat(axis, angle);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(quat[i], expected[i], 1e-7);
}
constexpr Vec3<Real> kX{1, 0, 0}, kY{0, 1, 0}, kZ{0, 0, 1};

TEST(Seed_SiteOrientation_AC1, EulerInDegrees) { expect_turn(site_quat("euler='90 0 0'"), kX, kPi / 2); }
TEST(Seed_SiteOrientation_AC2, EulerInRadians) {
  expect_turn(site_quat("euler='1.5707963267948966 0 0'", "angle='radian'"), kX, kPi / 2);
}
TEST(Seed_SiteOrientation_AC3, EulerSequence) {
  site_quat("euler='.3 .2 .1'", "angle='radian' eulerseq='ZYX'");
}
TEST(Seed_SiteOrientation_AC4, AxisangleInDegrees) {
  expect_turn(site_quat("axisangle='0 0 1 90'"), kZ, kPi / 2);
}
TEST(Seed_SiteOrientation_AC5, AxisangleInRadians) {
  expect_turn(site_quat("axisangle='0 1 0 1.5707963267948966'", "angle='radian'"), kY, kPi / 2);
}
TEST(Seed_SiteOrientation_AC6, OrthogonalXyaxes) {
  expect_turn(site_quat("xyaxes='0 1 0 -1 0 0'"), kZ, kPi / 2);
}
TEST(Seed_SiteOrientation_AC7, XyaxesAreOrthogonalised) {
  expect_turn(site_quat("xyaxes='1 1 0 0 1 0'"), kZ, kPi / 4);
}
TEST(Seed_SiteOrientation_AC8, Zaxis) { expect_turn(site_quat("zaxis='1 0 0'"), kY, kPi / 2); }
TEST(Seed_SiteOrientation_AC9, ZaxisAlongZ) { expect_turn(site_quat("zaxis='0 0 1'"), kX, 0); }
TEST(Seed_SiteOrientation_AC10, ZaxisAgainstZTurnsAboutX) {
  expect_turn(site_quat("zaxis='0 0 -1'"), kX, kPi);
}
TEST(Seed_SiteOrientation_AC11, Quaternion) {
  expect_turn(site_quat("quat='.7071068 0 .7071068 0'"), kY, kPi / 2);
}
TEST(Seed_SiteOrientation_AC12, DefaultsGiveTypeAndSizeTheElementOrientation) {
  const Model m = same(
      "<mujoco><default><default class='c'><site type='cylinder' size='.02 "
      ".01'/></default></default><worldbody><body>"
      "<geom size='.1' mass='1'/><site class='c' euler='0 0 90'/></body></worldbody></mujoco>");
  EXPECT_EQ(m.site_type[0], mjGEOM_CYLINDER);
  expect_turn(m.site_quat[0], kZ, kPi / 2);
}
TEST(Seed_SiteOrientation_AC13,
     TwoOrientationsAreRefusedOrResolvedLeniently) {  // judge: oracle; lenient: the seed
  const std::string xml =
      world("<body><geom size='.1' mass='1'/><site euler='90 0 0' quat='1 0 0 0'/></body>");
  expect_refused(xml, "orientation");
  Diagnostics diagnostics;
  const auto m = load_text(xml, {nullptr, true}, diagnostics);
  ASSERT_TRUE(m) << diagnostics.text();
  expect_turn(m->site_quat[0], kX, kPi / 2);
  EXPECT_FALSE(diagnostics.all().empty());
}
TEST(Seed_SiteOrientation_AC14, FrameAndSiteCompose) {
  same(world("<body><frame euler='0 0 90'><site euler='90 0 0'/></frame></body>"));
}
TEST(Seed_SiteOrientation_AC15, TheAxisNeedNotBeUnit) {
  expect_turn(site_quat("axisangle='0 0 3 90'"), kZ, kPi / 2);
}
TEST(Seed_SiteOrientation_AC16, TheZaxisNeedNotBeUnit) { expect_turn(site_quat("zaxis='0 0 5'"), kX, 0); }

}  // namespace
}  // namespace corten
