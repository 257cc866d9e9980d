// Seed criteria about compiler settings, default classes and spring lengths; all fields are compared with the
// oracle.
#include "corten/math/scalar.h"
#include "corten/model/binary.h"
#include "tests/compile/same_model.h"

namespace corten {
namespace {

Model same(const std::string& xml) {
  expect_same_model(xml);
  return load_text(xml).value();
}
Model with(const std::string& compiler, const std::string& body) {
  return same("<mujoco><compiler " + compiler + "/><worldbody>" + body + "</worldbody></mujoco>");
}

TEST(Seed_Compiler_AC1, DegreesAreTheDefault) {  // judge: oracle
  const Model m = same(
      world("<body euler='90 0 0'><joint range='-90 90'/><geom size='.1'/></body><body axisangle='0 0 1 45'>"
            "<joint type='ball' range='0 60'/><geom size='.1'/></body>"));
  EXPECT_NEAR(m.jnt_range[0][1], kPi / 2, 1e-15);
  EXPECT_NEAR(m.jnt_range[1][1], kPi / 3, 1e-15);
}
TEST(Seed_Compiler_AC2, RadiansPassUnchanged) {
  EXPECT_EQ(
      with("angle='radian'", "<body><joint range='-1.57 1.57'/><geom size='.1'/></body>").jnt_range[0][1],
      1.57);
}
TEST(Seed_Compiler_AC3, SlideRangesAreLengths) {
  for (const char* angle : {"angle='degree'", "angle='radian'"})
    EXPECT_EQ(
        with(angle, "<body><joint type='slide' range='-90 90'/><geom size='.1'/></body>").jnt_range[0][1],
        90);
}
TEST(Seed_Compiler_AC4, EulerSequenceOfFixedAxes) { with("eulerseq='ZYX'", "<body euler='10 20 30'/>"); }
TEST(Seed_Compiler_AC5, EulerSequenceOfMovingAxes) { with("eulerseq='xyz'", "<body euler='10 20 30'/>"); }
TEST(Seed_Compiler_AC4, AllSequencesOfTheSixLetters) {
  for (const char a : std::string("xyzXYZ"))
    for (const char b : std::string("xyzXYZ"))
      for (const char c : std::string("xyzXYZ"))
        with("eulerseq='" + std::string{a, b, c} + "'", "<body euler='10 -20 130'/>");
}
TEST(Seed_Compiler_AC8, ARangeLimits) {
  const Model m =
      with("autolimits='true'",
           "<body><joint range='-1 1'/><geom size='.1'/></body><body><joint/><geom size='.1'/></body>");
  EXPECT_EQ(m.jnt_limited[0], 1);
  EXPECT_EQ(m.jnt_limited[1], 0);
  expect_refused(
      "<mujoco>\n<compiler autolimits='false'/><worldbody>\n<body><joint range='-1 1'/><geom "
      "size='.1'/></body>"
      "</worldbody></mujoco>",
      "limited");
}
TEST(Seed_Compiler_AC9, NoInertiaFromGeoms) {
  EXPECT_EQ(with("inertiafromgeom='false'", "<body><geom size='.1'/></body>").body_mass[1], 0);
}
TEST(Seed_Compiler_AC10, InertiaFromGeomsWhereNoneIsWritten) {
  const Model m = with("inertiafromgeom='auto'",
                       "<body><inertial pos='0 0 0' mass='7' diaginertia='1 1 1'/><geom size='.1'/></body>"
                       "<body><geom size='.1' mass='2'/></body>");
  EXPECT_EQ(m.body_mass[1], 7);
  EXPECT_EQ(m.body_mass[2], 2);
}
TEST(Seed_Compiler_AC11, TotalMass) {
  const Model m = with("settotalmass='10'", "<body><geom size='.1'/></body><body><geom size='.2'/></body>");
  EXPECT_NEAR(m.body_subtreemass[0], 10, 1e-12);
}
TEST(Seed_Compiler_AC12, BalancedInertia) {
  const Model m = with("balanceinertia='true'",
                       "<body><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 10'/></body>");
  EXPECT_EQ(m.body_inertia[1][0], 4);
}
TEST(Seed_Compiler_AC13, BoundedMass) {
  const Model m =
      with("boundmass='.01'", "<body><inertial pos='0 0 0' mass='.001' diaginertia='1 1 1'/></body>");
  EXPECT_EQ(m.body_mass[1], .01);
}
TEST(Seed_Compiler_AC14, GlobalCoordinatesAreRefused) {
  expect_refused("<mujoco>\n<compiler coordinate='global'/></mujoco>", "global");
}
TEST(Seed_Compiler_AC21, WithoutACompilerElement) {
  same(world("<body euler='10 20 30'><geom size='.1' quat='1 2 3 4'/></body>"));
}

// ---- default classes ----

Model defaults(const std::string& classes, const std::string& body, const std::string& rest = "") {
  return same("<mujoco><default>" + classes + "</default><worldbody>" + body + "</worldbody>" + rest +
              "</mujoco>");
}

TEST(Seed_Defaults_AC1, MainClassReachesAJoint) {
  EXPECT_EQ(defaults("<joint damping='.5'/>", "<body><joint/><geom size='.1'/></body>").dof_damping[0], .5);
}
TEST(Seed_Defaults_AC2, AnAttributeBeatsItsClass) {
  const Model m = defaults("<default class='heavy'><joint damping='.5'/></default>",
                           "<body><joint class='heavy' damping='1'/><geom size='.1'/></body>");
  EXPECT_EQ(m.dof_damping[0], 1);
}
TEST(Seed_Defaults_AC2, AnAttributeEqualToTheBuiltInValueStillBeatsItsClass) {
  const Model m = defaults("<default class='heavy'><joint damping='.5'/></default>",
                           "<body><joint class='heavy' damping='0'/><geom size='.1'/></body>");
  EXPECT_EQ(m.dof_damping[0], 0);
}
TEST(Seed_Defaults_AC3, ClassesNest) {
  const Model m = defaults(
      "<joint damping='.1'/><default class='robot'><joint damping='.5'/><default class='arm'><joint "
      "armature='.01'/></default>"
      "</default>",
      "<body><joint class='arm'/><geom size='.1'/></body>");
  EXPECT_EQ(m.dof_damping[0], .5);
  EXPECT_EQ(m.dof_armature[0], .01);
}
TEST(Seed_Defaults_AC4, GeomDefaults) {
  EXPECT_EQ(defaults("<geom friction='.8 .01 .001'/>", "<geom size='.1'/>").geom_friction[0][0], .8);
}
// MJCF has no <actuator> default; general is its name
TEST(Seed_Defaults_AC5, ActuatorDefaults) {
  const Model m = defaults("<general gear='100'/>", "<body><joint name='j'/><geom size='.1'/></body>",
                           "<actuator><motor joint='j'/></actuator>");
  EXPECT_EQ(m.actuator_gear[0][0], 100);
}
TEST(Seed_Defaults_AC6, TendonDefaults) {
  const Model m = defaults("<tendon stiffness='1000'/>", "<body><joint name='j'/><geom size='.1'/></body>",
                           "<tendon><fixed><joint joint='j' coef='1'/></fixed></tendon>");
  EXPECT_EQ(m.tendon_stiffness[0], 1000);
}
// sensors have no default classes in MuJoCo
TEST(Seed_Defaults_AC7, SensorDefaultsAreRefused) {
  expect_refused("<mujoco>\n<default>\n<sensor noise='.01'/></default></mujoco>", "sensor");
}
TEST(Seed_Defaults_AC8, DensityOfAClassGivesTheMass) {
  const Model m = defaults("<geom density='500'/>", "<body><geom type='box' size='.5 .5 .5'/></body>");
  EXPECT_EQ(m.body_mass[1], 500);
}
TEST(Seed_Defaults_AC9, ElementsWithoutAClassTakeMain) {
  EXPECT_EQ(
      defaults("<geom contype='3'/><default class='x'><geom contype='5'/></default>", "<geom size='.1'/>")
          .geom_contype[0],
      3);
}
TEST(Seed_Defaults_AC10, AnUnknownClassIsRefusedOrIgnoredLeniently) {  // judge: oracle; lenient: the seed
  const std::string xml = world("<geom class='none' size='.1'/>");
  expect_refused(xml, "none");
  Diagnostics diagnostics;
  EXPECT_TRUE(load_text(xml, {nullptr, true}, diagnostics)) << diagnostics.text();
  EXPECT_FALSE(diagnostics.all().empty());
}
TEST(Seed_Defaults_AC11, WithoutDefaults) { same(world("<geom size='.1'/>")); }
TEST(Seed_Defaults_AC12, EveryKindOfDefault) {
  same(
      R"(<mujoco><default><mesh scale="2 2 2"/><material specular=".3"/><joint stiffness="3"/><geom margin=".1" gap=".05"/>
      <site rgba="1 0 0 1"/><camera fovy="30"/><light cutoff="20"/><pair condim="4"/><equality solref=".01 1"/>
      <tendon width=".01"/><position kp="5"/></default>
      <asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><material name="w"/></asset><worldbody><geom name="a" size=".1"/>
      <camera/><light/><body><joint name="j"/><geom name="b" type="mesh" mesh="m"/><site name="s"/></body><site name="t" pos="1 0 0"/></worldbody>
      <contact><pair geom1="a" geom2="b"/></contact><equality><joint joint1="j"/></equality>
      <tendon><spatial name="n"><site site="s"/><site site="t"/></spatial></tendon><actuator><position joint="j"/></actuator></mujoco>)");
}

// ---- spring length ----

Model tendon(const std::string& attributes, const std::string& joint = "", const std::string& classes = "") {
  return same("<mujoco><compiler angle='radian'/><default>" + classes +
              "</default><worldbody><body><joint name='j' " + joint +
              "/><geom size='.1' mass='1'/></body></worldbody><tendon><fixed name='t' " + attributes +
              "><joint joint='j' coef='1'/></fixed></tendon></mujoco>");
}
void expect_spring(const Model& m, Real low, Real high) {
  EXPECT_NEAR(m.tendon_lengthspring[0][0], low, 1e-10);
  EXPECT_NEAR(m.tendon_lengthspring[0][1], high, 1e-10);
}

TEST(Seed_Springlength_AC1, OneValueIsBoth) { expect_spring(tendon("springlength='.5'"), .5, .5); }
TEST(Seed_Springlength_AC2, TwoValuesMakeADeadband) { expect_spring(tendon("springlength='.3 .7'"), .3, .7); }
// the seed takes the length at qpos0 (.5); the oracle takes it at qpos_spring, where the joint is at 0
TEST(Seed_Springlength_AC3, AbsentIsTheLengthAtQposSpring) {
  expect_spring(tendon("stiffness='100'", "ref='.5'"), 0, 0);
  expect_spring(tendon("stiffness='100'", "ref='.5' springref='.5'"), .5, .5);
}
TEST(Seed_Springlength_AC3b, AlsoWithoutStiffness) {
  expect_spring(tendon("", "ref='.5' springref='.2'"), .2, .2);
}
TEST(Seed_Springlength_AC4, ZeroIsAValue) {
  expect_spring(tendon("stiffness='100' springlength='0'", "springref='.5'"), 0, 0);
}
TEST(Seed_Springlength_AC5, DecreasingIsRefused) {
  expect_refused(
      "<mujoco>\n<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>\n<tendon>\n"
      "<fixed springlength='.7 .3'><joint joint='j' coef='1'/></fixed></tendon></mujoco>",
      "springlength");
}
// the seed refuses negative values and NaN; the oracle takes them
TEST(Seed_Springlength_AC5b, NegativeIsAccepted) { tendon("springlength='-.5'"); }
TEST(Seed_Springlength_AC5c, NanIsAccepted) { tendon("springlength='NaN'"); }
TEST(Seed_Springlength_AC5d, ANegativeSecondValueIsDecreasing) {
  expect_refused(
      "<mujoco>\n<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>\n<tendon>\n"
      "<fixed springlength='.3 -.5'><joint joint='j' coef='1'/></fixed></tendon></mujoco>",
      "springlength");
}
TEST(Seed_Springlength_AC6, FromAClass) {
  const Model m =
      tendon("class='p'", "", "<default class='p'><tendon springlength='.2' stiffness='50'/></default>");
  expect_spring(m, .2, .2);
  EXPECT_EQ(m.tendon_stiffness[0], 50);
}
TEST(Seed_Springlength_AC7, TheElementBeatsItsClass) {
  expect_spring(
      tendon("class='p' springlength='.8'", "", "<default class='p'><tendon springlength='.2'/></default>"),
      .8, .8);
}
TEST(Seed_Springlength_AC8, TwoValuesFromAClass) {
  expect_spring(tendon("class='d'", "", "<default class='d'><tendon springlength='.1 .9'/></default>"), .1,
                .9);
}
TEST(Seed_Springlength_AC8b, FromTheParentOfAClass) {
  const Model m = tendon("class='c'", "",
                         "<default class='p'><tendon springlength='.2'/><default class='c'><tendon "
                         "stiffness='50'/></default></default>");
  expect_spring(m, .2, .2);
}
const std::string kSites =
    "<mujoco><worldbody><site name='a'/><body pos='0 0 1'><joint type='slide'/><geom size='.1'/><site "
    "name='b'/></body>"
    "</worldbody><tendon><spatial ";
TEST(Seed_Springlength_AC13, OnASpatialTendon) {
  expect_spring(
      same(kSites + "springlength='.5 .8'><site site='a'/><site site='b'/></spatial></tendon></mujoco>"), .5,
      .8);
}
TEST(Seed_Springlength_AC13b, AbsentOnASpatialTendon) {
  expect_spring(same(kSites + "><site site='a'/><site site='b'/></spatial></tendon></mujoco>"), 1, 1);
}

// the criterion protects angles in models written before: radians and degrees say the same
TEST(Seed_Compiler_AC23, DegreesAndRadiansGiveTheSameModel) {
  const Model degrees =
      with("angle='degree'", "<body><joint range='-90 45' ref='30'/><geom size='.1'/></body>");
  const Model radians = with("angle='radian'",
                             "<body><joint range='-1.5707963267948966 0.7853981633974483' "
                             "ref='0.5235987755982988'/><geom size='.1'/></body>");
  EXPECT_NEAR(degrees.jnt_range[0][0], radians.jnt_range[0][0], 1e-15);
  EXPECT_NEAR(degrees.jnt_range[0][1], radians.jnt_range[0][1], 1e-15);
  EXPECT_NEAR(degrees.qpos0[0], radians.qpos0[0], 1e-15);
}

// the criterion protects binary files of another version: both rest lengths survive, other versions are
// refused
TEST(Seed_Springlength_AC15, BinaryFilesKeepBothRestLengths) {
  const Model m = same(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><tendon>"
      "<fixed springlength='.2 .5'><joint joint='j' coef='1'/></fixed></tendon></mujoco>");
  std::vector<std::byte> bytes = model_to_bytes(m);
  EXPECT_EQ(model_from_bytes(bytes).tendon_lengthspring[0], m.tendon_lengthspring[0]);
  bytes[8] ^= std::byte{0xff};  // the version follows the eight letters of the format
  EXPECT_THROW(model_from_bytes(bytes), LoadError);
}

}  // namespace
}  // namespace corten
