// Odd but possible models that once were compiled or judged differently.
#include "tests/compile/same_model.h"

namespace corten {
namespace {

TEST(OddModels, InertialsOfOneBodyAreReadIntoOne) {  // judge: oracle
  const auto two = [](const std::string& a, const std::string& b) {
    return world("<body><joint/><frame><inertial pos='0 0 0' mass='1' " + a +
                 "/><inertial pos='1 0 0' mass='2' " + b + "/></frame></body>");
  };
  const std::string full = "fullinertia='1 1.1 1.2 .1 .05 .02'", quat = "quat='1 1 0 0'";
  expect_same_model(two(full, quat));
  expect_same_model(two(quat, full));
  expect_refused(two(full, quat + " diaginertia='1 1 1'"), "diaginertia");
  expect_refused(two(full, "euler='0 0 30'"), "orientation");
  expect_refused(two(full, full + ' ' + quat), "orientation");
}

TEST(OddModels, ACableOfLessThanOneVertexHasNoBodies) {  // judge: oracle
  const auto cable = [](const std::string& vertex, const std::string& type) {
    return world("<composite type='cable' prefix='B' vertex='" + vertex +
                 "'>\n<joint kind='main'/><geom type='" + type + "' size='.1 .1 .1'/></composite>");
  };
  expect_same_model(cable("1 2", "capsule"));
  expect_refused(cable("1 2", "box"), "two vertices");
  expect_refused(cable("1 2 3", "capsule"), "two vertices");
}

TEST(OddModels, APlateIsAShellWhateverItsInertiaSays) {  // judge: oracle
  const auto plate = [](const std::string& contype) {
    return R"(<mujoco>
        <compiler balanceinertia="true"/><asset><mesh name="m" builtin="plate" params="3 4" inertia="convex"/></asset>
        <worldbody><body><geom type="mesh" mesh="m" contype=")" +
           contype + R"(" conaffinity="0"/></body></worldbody></mujoco>)";
  };
  expect_same_model(plate("0"));
  expect_refused(plate("1"), "convex hull");
}

TEST(OddModels, DiscardvisualLeavesNoTextureForLights) {  // judge: oracle
  const auto model = [](const std::string& discard, const std::string& texture) {
    return "<mujoco>\n<compiler discardvisual='" + discard +
           "'/><asset><texture name='t' type='2d' builtin='flat' width='2' height='2'/></asset>"
           "<worldbody><light texture='" +
           texture + "'/></worldbody></mujoco>";
  };
  expect_same_model(model("false", "t"));
  expect_refused(model("false", "none"), "none");
  expect_refused(model("true", "t"), "unknown texture");
  expect_refused(model("true", "none"), "none");
}

TEST(OddModels, AUrdfLinkNamedWorldCanHaveAnInertia) {  // judge: oracle
  const auto robot = [](const std::string& compiler) {
    return "<robot name='r'><mujoco><compiler " + compiler +
           R"(/></mujoco><link name="world"><inertial><origin xyz="0 0 1"/>
        <mass value="3"/><inertia ixx="1" iyy="1.5" izz="2" ixy=".1" ixz="0" iyz=".2"/></inertial>
        <collision><geometry><box size="1 2 3"/></geometry></collision></link>
        <link name="l"><collision><geometry><sphere radius="1"/></geometry></collision></link>
        <joint name="j" type="revolute"><parent link="world"/><child link="l"/></joint></robot>)";
  };
  for (const char* compiler : {"", "inertiafromgeom='true'", "boundmass='4'", "settotalmass='7'"})
    expect_same_model(robot(compiler));
}

TEST(OddModels, PlanesOfNegativeSizeShrinkTheStatistics) {  // judge: oracle
  for (const char* size : {"-.5 -.4", "0 -1", "1 -1", "-2 1", "0 0"})
    expect_same_model(world("<geom type='plane' size='" + std::string(size) +
                            " 1' pos='3 4 5'/><body><geom size='.1'/></body>"));
}

TEST(OddModels, AHeightFieldOfAFileWithoutNameHasNoData) {  // judge: oracle
  const auto field = [](const std::string& attributes) {
    return "<mujoco>\n<asset><hfield name='f' nrow='2' ncol='2' size='1 1 1 1' " + attributes +
           "/></asset></mujoco>";
  };
  expect_same_model(field(""));
  expect_refused(field("file=''"), "hfield");
  expect_refused(field("file='' elevation='1 2 3 4'"), "hfield");
}

TEST(OddModels, AMuscleInheritsNoNegativeSmoothing) {  // judge: oracle
  const auto model = [](const std::string& dynprm) {
    return "<mujoco>\n<default><general dynprm='" + dynprm +
           "'/></default><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
           "<actuator><muscle joint='j' lengthrange='0 1'/></actuator></mujoco>";
  };
  expect_same_model(model("1 0 .1"));
  expect_refused(model("1 0 -.1"), "tausmooth");
}

}  // namespace
}  // namespace corten
