// Seed criteria: rest lengths of tendon springs and their deadband.
#include <cmath>

#include "tests/support/prepared_twin.h"

namespace corten {
namespace {

using Twin = PreparedTwin;

std::string fixed(const std::string& attributes, const std::string& joint = "type='hinge'",
                  const std::string& defaults = "") {
  return "<mujoco><compiler angle='radian'/>" + defaults + "<worldbody><body><joint name='j' " + joint +
         "/><geom size='.1' mass='1'/></body></worldbody><tendon><fixed " + attributes +
         "><joint joint='j' coef='1'/></fixed></tendon></mujoco>";
}

void expect_lengthspring(const std::string& xml, Real low, Real high) {
  const Twin t(xml);
  EXPECT_EQ(t.m.tendon_lengthspring[0][0], low);
  EXPECT_EQ(t.m.tendon_lengthspring[0][1], high);
}

bool refused(const std::string& xml) { return !oracle::load_string(xml); }

// force of the spring at a tendon length
Real spring_force(const std::string& springlength, Real length) {
  Twin t(fixed("stiffness='100' springlength='" + springlength + "'", "type='slide'"));
  t.qpos({length});
  forward(t.m, t.d);
  return t.d.qfrc_passive[0];
}

std::string spatial(const std::string& attributes) {
  return "<mujoco><worldbody><body><site name='s1'/><geom size='.1'/></body><body pos='1 0 0'><site "
         "name='s2'/>"
         "<geom size='.1'/></body></worldbody><tendon><spatial " +
         attributes + "><site site='s1'/><site site='s2'/></spatial></tendon></mujoco>";
}

TEST(Seed_Springlength_AC1, OneValueIsBothBounds) { expect_lengthspring(fixed("springlength='.5'"), .5, .5); }
TEST(Seed_Springlength_AC2, TwoValuesAreADeadband) {
  expect_lengthspring(fixed("springlength='.3 .7'"), .3, .7);
}
// the oracle measures at qpos_spring; it equals qpos0 here only through springref
TEST(Seed_Springlength_AC3, NoValueIsTheLengthInThePoseOfRest) {  // judge: oracle
  expect_lengthspring(fixed("stiffness='100'", "type='hinge' ref='.5' springref='.5'"), .5, .5);
  const Twin t(fixed("stiffness='100'", "type='hinge' ref='.5'"));
  EXPECT_EQ(t.m.tendon_lengthspring[0][0], t.m.qpos_spring[0]);
}
TEST(Seed_Springlength_AC3b, ThisHoldsWithoutStiffnessToo) {  // judge: oracle
  expect_lengthspring(fixed("", "type='hinge' ref='.5' springref='.5'"), .5, .5);
}
TEST(Seed_Springlength_AC4, ZeroIsAValue) {
  expect_lengthspring(fixed("springlength='0'", "ref='.5'"), 0, 0);
}
TEST(Seed_Springlength_AC5, LowAboveHighIsRefused) { EXPECT_TRUE(refused(fixed("springlength='.7 .3'"))); }
// the seeds refuse negative lengths; the oracle takes one as it is and refuses only a falling pair
TEST(Seed_Springlength_AC5b, ANegativeLengthIsTakenAsItIs) {  // judge: oracle
  EXPECT_FALSE(refused(fixed("springlength='-.5'")));
}
// the seeds refuse it; the oracle takes it with a warning
TEST(Seed_Springlength_AC5c, NotANumberIsTaken) {  // judge: oracle
  EXPECT_TRUE(std::isnan(Twin(fixed("springlength='NaN'")).m.tendon_lengthspring[0][0]));
}
TEST(Seed_Springlength_AC5d, APairFallingBelowZeroIsRefused) {
  EXPECT_TRUE(refused(fixed("springlength='.3 -.5'")));
}
TEST(Seed_Springlength_AC6, AClassGivesIt) {
  const std::string xml =
      fixed("class='p'", "",
            "<default><default class='p'><tendon springlength='.2' stiffness='50'/></default></default>");
  expect_lengthspring(xml, .2, .2);
  EXPECT_EQ(Twin(xml).m.tendon_stiffness[0], 50);
}
TEST(Seed_Springlength_AC7, TheElementBeatsItsClass) {
  expect_lengthspring(fixed("class='p' springlength='.8'", "",
                            "<default><default class='p'><tendon springlength='.2'/></default></default>"),
                      .8, .8);
}
TEST(Seed_Springlength_AC8, AClassGivesADeadband) {
  expect_lengthspring(fixed("class='p'", "",
                            "<default><default class='p'><tendon springlength='.1 .9'/></default></default>"),
                      .1, .9);
}
TEST(Seed_Springlength_AC8b, ANestedClassInheritsIt) {
  expect_lengthspring(fixed("class='c'", "",
                            "<default><default class='p'><tendon springlength='.2'/><default class='c'>"
                            "<tendon stiffness='50'/></default></default></default>"),
                      .2, .2);
}
TEST(Seed_Springlength_AC9, NoForceInsideTheDeadband) { EXPECT_EQ(spring_force(".3 .7", .5), 0); }
TEST(Seed_Springlength_AC10, AboveItPullsBack) { EXPECT_NEAR(spring_force(".3 .7", 1), -30, 1e-13); }
TEST(Seed_Springlength_AC11, BelowItPushesBack) { EXPECT_NEAR(spring_force(".3 .7", .1), 20, 1e-13); }
TEST(Seed_Springlength_AC12, OneValueIsTheClassicalSpring) {
  EXPECT_NEAR(spring_force(".5", .8), -30, 1e-13);
}
TEST(Seed_Springlength_AC13, SpatialTendonsHaveItToo) {
  expect_lengthspring(spatial("springlength='.5 .8'"), .5, .8);
}
TEST(Seed_Springlength_AC13b, SpatialTendonsMeasureThemselves) {
  expect_lengthspring(spatial("stiffness='100'"), 1, 1);
}

TEST(Seed_Springlength_AC14, DampingActsInsideTheDeadband) {  // judge: oracle
  Twin t(fixed("stiffness='100' damping='3' springlength='.3 .7'", "type='slide'"));
  t.qpos({.5}).qvel({2});
  t.both_forward();
  EXPECT_EQ(t.d.qfrc_passive[0], -6);
  EXPECT_EQ(t.error("qfrc_passive"), 0);
}

}  // namespace
}  // namespace corten
