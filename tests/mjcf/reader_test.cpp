// Values, classes, messages and lenient reading.
#include <gtest/gtest.h>

#include "corten/mjcf/load.h"
#include "tests/support/oracle_reader.h"

namespace corten::mjcf {
namespace {

Spec read(const std::string& xml, const ReadOptions& options = {}) {
  Diagnostics diagnostics;
  Spec spec = read_string(xml, nullptr, options, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << diagnostics.text() << xml;
  return spec;
}

std::string messages(const std::string& xml, const ReadOptions& options = {}) {
  Diagnostics diagnostics;
  read_string(xml, nullptr, options, diagnostics);
  return diagnostics.text();
}

std::string world(const std::string& contents) {
  return "<mujoco><worldbody>" + contents + "</worldbody></mujoco>";
}

TEST(Reader, HexadecimalAndSignedNumbersAreNumbers) {  // judge: shared behaviour, test 16
  EXPECT_EQ(*read(world("<geom size='1' pos='0x10 +2 3.'/>")).world.geoms[0].pos, (spec::Real3{16, 2, 3}));
}

TEST(Reader, FewerNumbersOverwriteLeadingEntries) {  // judge: shared behaviour, section 2
  const Spec spec =
      read("<mujoco><default><geom size='1 2 3'/></default><worldbody><geom size='4'/></worldbody></mujoco>");
  EXPECT_EQ(*spec.world.geoms[0].size, (spec::Real3{4, 2, 3}));
}

TEST(Reader, AnExplicitBuiltinValueBeatsTheClass) {  // judge: rulings
  const Spec spec = read(
      "<mujoco><default><geom density='5'/></default><worldbody><geom size='1' "
      "density='1000'/></worldbody></mujoco>");
  EXPECT_EQ(*spec.world.geoms[0].density, 1000);
  EXPECT_TRUE(spec.world.geoms[0].density.set);
}

TEST(Reader, NestedClassesAreCopiesOfTheParentAtTheirPlace) {  // judge: shared behaviour, test 8
  const Spec spec = read(
      "<mujoco><default><default class='a'/></default><default><geom rgba='0 1 0 1'/></default><worldbody>"
      "<geom size='1' class='a'/><geom size='1'/></worldbody></mujoco>");
  EXPECT_EQ((*spec.world.geoms[0].rgba)[0], 0.5F);
  EXPECT_EQ((*spec.world.geoms[1].rgba)[1], 1.0F);
}

TEST(Reader, ActuatorShortcutsShareTheRecordOfTheirClass) {  // judge: shared behaviour, test 7
  const Spec spec = read(
      "<mujoco><default><position kp='5'/><velocity kv='3'/></default><actuator><general joint='j'/>"
      "<position joint='j'/></actuator></mujoco>");
  EXPECT_EQ((*spec.actuators[0].gainprm)[0], 3);
  EXPECT_EQ((*spec.actuators[0].biasprm)[2], -3);
  EXPECT_EQ((*spec.actuators[1].biasprm)[1], -3);
}

TEST(Reader, MessagesNamePlaceElementAttributeAndANearWord) {  // judge: house rule
  EXPECT_NE(
      messages("<mujoco>\n<worldbody>\n<body><joint name='elbow' dampping='1'/></body></worldbody></mujoco>")
          .find("line 3: <joint name=\"elbow\">: unknown attribute 'dampping' (did you mean 'damping'?)"),
      std::string::npos)
      << messages(
             "<mujoco>\n<worldbody>\n<body><joint name='elbow' dampping='1'/></body></worldbody></mujoco>");
}

TEST(Reader, AllProblemsOfAFileComeAtOnce) {  // judge: house rule
  Diagnostics diagnostics;
  read_string(world("<geom siz='1'/><geom size='a'/><geom type='bal'/><geom quat='0 0 0 0'/>"), nullptr, {},
              diagnostics);
  EXPECT_EQ(diagnostics.all().size(), 4U) << diagnostics.text();
}

TEST(Reader, RepeatedNamesAreRefused) {  // judge: oracle
  for (const std::string& xml :
       {world("<geom name='a' size='1'/><geom name='a' size='1'/>"), world("<body name='world'/>")}) {
    EXPECT_NE(our_read_string(xml), "");
    EXPECT_NE(oracle_read_string(xml), "");
  }
}

TEST(Lenient, AnUnknownClassIsIgnoredWithAWarning) {  // judge: rulings
  ReadOptions lenient;
  lenient.lenient = true;
  const std::string xml = world("<geom size='1' class='none'/>");
  EXPECT_NE(our_read_string(xml), "");
  read(xml, lenient);
  EXPECT_NE(messages(xml, lenient).find("unknown default class name 'none' ignored"), std::string::npos);
}

TEST(Lenient, TheFirstOrientationByPriorityWins) {  // judge: rulings
  ReadOptions lenient;
  lenient.lenient = true;
  const Spec spec = read(world("<geom size='1' zaxis='1 0 0' euler='0 0 90' quat='0 1 0 0'/>"), lenient);
  EXPECT_EQ(spec.world.geoms[0].alt.type(), mjORIENTATION_EULER);
}

TEST(Lenient, OddContactDimensionsAreRoundedUp) {  // judge: rulings
  ReadOptions lenient;
  lenient.lenient = true;
  const Spec spec = read(world("<geom size='1' condim='2'/><geom size='1' condim='5'/>"), lenient);
  EXPECT_EQ(*spec.world.geoms[0].condim, 3);
  EXPECT_EQ(*spec.world.geoms[1].condim, 6);
}

}  // namespace
}  // namespace corten::mjcf
