// Facts about the collision stage: order, filters, parameters, frames, the arena.
#include "corten/collide/collision.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "corten/model/step_arena.h"
#include "tests/support/contacts.h"

namespace corten {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

std::string scene(const std::string& world, const std::string& rest = "") {
  return "<mujoco>" + rest + "<worldbody>" + world + "</worldbody></mujoco>";
}

// Runs both engines, expects equal lists and returns the geoms of the contacts.
Pairs geoms_of(oracle::ContactScene& s) {
  EXPECT_EQ(s.run(), "");
  Pairs pairs;
  for (const Contact& c : s.d.contact) pairs.emplace_back(c.geom1, c.geom2);
  return pairs;
}
Pairs geoms_of(const std::string& xml) {
  oracle::ContactScene s(xml);
  return geoms_of(s);
}

constexpr const char* kMixedBodies = R"(
  <body><freejoint/><geom type="box" size=".1 .1 .1"/><geom size=".1" pos=".05 0 0"/></body>
  <body pos="0 .02 .01"><freejoint/><geom size=".1"/>
    <geom type="box" size=".1 .1 .1" pos=".01 .01 .02" euler="3 4 5"/></body>)";

TEST(Collision, TreesOrderContactsByGeomAfterTheTypeExchange) {  // judge: oracle and specification
  EXPECT_EQ(geoms_of(scene(kMixedBodies)), (Pairs{{0, 3}, {0, 3}, {0, 3}, {0, 3}, {1, 2}, {1, 3}, {2, 0}}));
}

TEST(Collision, WithoutTreesOrderIsThatOfTheBodies) {  // judge: oracle and specification
  EXPECT_EQ(geoms_of(scene(kMixedBodies, "<option><flag midphase='disable'/></option>")),
            (Pairs{{2, 0}, {0, 3}, {0, 3}, {0, 3}, {0, 3}, {1, 2}, {1, 3}}));
}

TEST(Collision, SweepDecidesTouchingInSinglePrecisionByBodyOrder) {  // judge: oracle
  const auto two_balls = [](const char* x1, const char* x2) {
    const auto ball = [](const std::string& x) {
      return "<body pos='" + x + " 0 0'><freejoint/><geom size='.5'/></body>";
    };
    return geoms_of(scene(ball(x1) + ball(x2))).size();
  };
  EXPECT_EQ(two_balls("0", ".999999999"), 0u);
  EXPECT_EQ(two_balls(".999999999", "0"), 1u);
  EXPECT_EQ(two_balls("0", ".99999998"), 1u);
}

TEST(Collision, GeomParametersMixBySolmixMaximumAndSum) {  // judge: oracle and specification
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1" friction=".2 .3 .4" solmix="3"
      solref=".04 .5" solimp=".8 .9 .002 .4 3" margin=".01" gap=".004" condim="1"/>
      <body pos="0 0 .1"><freejoint/><geom size=".1" friction=".5 .1 .6" margin=".02" condim="4"/></body>)"));
  ASSERT_EQ(geoms_of(s).size(), 1u);
  const Contact& c = s.d.contact[0];
  EXPECT_EQ(c.dim, 4);
  EXPECT_EQ(c.friction, (Vec<Real, 5>{0.5, 0.5, 0.3, 0.6, 0.6}));
  EXPECT_DOUBLE_EQ(c.includemargin, 0.026);
  EXPECT_DOUBLE_EQ(c.solref[0], 0.035);
  EXPECT_DOUBLE_EQ(c.solref[1], 0.625);
  EXPECT_DOUBLE_EQ(c.solimp[0], 0.825);
}

TEST(Collision, HigherPriorityGivesAllParameters) {  // judge: oracle
  oracle::ContactScene s(
      scene(R"(<geom type="plane" size="1 1 1" priority="1" friction=".2 .3 .4" condim="1"/>
      <body pos="0 0 .09"><freejoint/><geom size=".1" friction=".5 .6 .7" condim="6"/></body>)"));
  ASSERT_EQ(geoms_of(s).size(), 1u);
  EXPECT_EQ(s.d.contact[0].dim, 1);
  EXPECT_EQ(s.d.contact[0].friction, (Vec<Real, 5>{0.2, 0.2, 0.3, 0.4, 0.4}));
}

TEST(Collision, DirectSolrefIsTheElementWiseMinimum) {  // judge: oracle
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1" solref="-500 -10"/>
      <body pos="0 0 .09"><freejoint/><geom size=".1"/></body>)"));
  ASSERT_EQ(geoms_of(s).size(), 1u);
  EXPECT_EQ(s.d.contact[0].solref, (Vec<Real, 2>{-500, -10}));
}

TEST(Collision, OverrideReplacesAllButGapAndCondim) {  // judge: oracle and specification
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1" margin=".5" gap=".01"/>
      <body pos="0 0 .13"><freejoint/><geom size=".1"/></body>)",
                               R"(<option o_margin=".05" o_solref=".1 .9" o_friction="0 .4 .3 .2 .1"
      o_solimp=".7 .8 .02 .3 1"><flag override="enable"/></option>)"));
  ASSERT_EQ(geoms_of(s).size(), 1u);
  const Contact& c = s.d.contact[0];
  EXPECT_DOUBLE_EQ(c.includemargin, 0.04);
  EXPECT_EQ(c.friction, (Vec<Real, 5>{1e-5, 0.4, 0.3, 0.2, 0.1}));
  EXPECT_EQ(c.solreffriction, (Vec<Real, 2>{0.1, 0.9}));
}

TEST(Collision, PredefinedPairsPrecedeDynamicOnesOfTheSameBodies) {  // judge: oracle and specification
  oracle::ContactScene s(R"(<mujoco><worldbody><geom name="w" type="plane" size="1 1 1"/>
      <body pos="0 0 .05"><freejoint/><geom name="a" size=".1"/><geom name="a2" size=".1" pos=".15 0 0"/></body>
      <body name="B" pos="0 .15 .05"><freejoint/><geom name="b" size=".1"/></body>
      <body pos="5 0 .05"><freejoint/><geom name="c" size=".1"/></body></worldbody>
      <contact><pair geom1="b" geom2="a"/><pair geom1="c" geom2="w" condim="1"/>
      <pair geom1="a" geom2="a2" condim="1"/><exclude body1="B" body2="world"/></contact></mujoco>)");
  EXPECT_EQ(geoms_of(s), (Pairs{{0, 1}, {0, 2}, {0, 4}, {1, 2}, {1, 3}}));
  EXPECT_EQ(s.d.contact[2].dim, 1);
}

TEST(Collision, MasksMustMatchOneWay) {  // judge: oracle
  const auto ball = [](const std::string& attributes) {
    return "<body><freejoint/><geom " + attributes + "/></body>";
  };
  EXPECT_EQ(geoms_of(scene(ball("size='.1' contype='1' conaffinity='2'") +
                           ball("size='.1' pos='.1 0 0' contype='2' conaffinity='4'") +
                           ball("size='.15' pos='.2 0 0' contype='4' conaffinity='8'"))),
            (Pairs{{0, 1}, {1, 2}}));
}

TEST(Collision, TouchingExactlyIsListedButExcluded) {  // judge: oracle
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1"/>
      <body pos="0 0 .25"><freejoint/><geom size=".25"/></body>)"));
  ASSERT_EQ(geoms_of(s).size(), 1u);
  EXPECT_EQ(s.d.contact[0].dist, 0);
  EXPECT_EQ(s.d.contact[0].exclude, 1);
}

constexpr const char* kChain = R"(<body><freejoint/><geom size=".1"/>
  <body pos=".15 0 0"><joint/><geom size=".1"/>
    <body pos=".02 0 0"><geom size=".1"/>
      <body pos=".03 0 0"><joint/><geom size=".1"/></body></body></body></body>)";

TEST(Collision, ParentFilterWorksOnWeldGroups) {  // judge: oracle
  EXPECT_EQ(geoms_of(scene(kChain)), Pairs{});
  EXPECT_EQ(geoms_of(scene(kChain, "<option><flag filterparent='disable'/></option>")),
            (Pairs{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(Collision, ParentFilterDoesNotExistTowardsStaticBodies) {  // judge: oracle
  EXPECT_EQ(geoms_of(scene("<geom size='.1'/><body pos='.15 0 0'><joint/><geom size='.1'/></body>")),
            (Pairs{{0, 1}}));
  EXPECT_EQ(
      geoms_of(scene("<body><geom size='.1'/><body pos='.15 0 0'><joint/><geom size='.1'/></body></body>")),
      (Pairs{{0, 1}}));
}

TEST(Collision, CapsuleAlongThePlaneNormalHasADegenerateFrame) {  // judge: oracle
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1" zaxis="1 0 0"/>
      <body pos=".29 0 0"><freejoint/><geom type="capsule" size=".1 .2" zaxis="1 0 0"/></body>)"));
  ASSERT_EQ(geoms_of(s).size(), 1u);
}

TEST(Collision, DisabledFlagsLeaveNoContacts) {  // judge: oracle
  for (const char* flag : {"constraint", "contact"})
    EXPECT_EQ(geoms_of(scene(kMixedBodies, "<option><flag " + std::string(flag) + "='disable'/></option>")),
              Pairs{});
}

TEST(Collision, FullArenaSkipsPairsWithWarnings) {  // judge: oracle
  std::string balls = "<geom type='plane' size='9 9 1'/>";
  for (int i = 0; i < 30; ++i)
    balls += "<body pos='" + std::to_string(i) + " 0 .05'><freejoint/><geom size='.1'/></body>";
  for (const int bytes : {36864, 40000, 45000, 50000, 60000}) {
    oracle::ContactScene s(scene(balls, "<size memory='" + std::to_string(bytes) + "'/>"));
    EXPECT_EQ(s.run(), "") << bytes;
    EXPECT_EQ(s.d.warning[mjWARN_CONTACTFULL].number, s.od->warning[mjWARN_CONTACTFULL].number) << bytes;
    EXPECT_EQ(s.d.warning[mjWARN_CONTACTFULL].lastinfo, s.od->warning[mjWARN_CONTACTFULL].lastinfo) << bytes;
  }
}

TEST(Collision, ContactFilterReplacesTheMasksOfGeoms) {  // judge: specification
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1"/>
      <body pos="0 0 .05"><freejoint/><geom size=".1"/><geom size=".1" pos=".5 0 0"/></body>)"));
  s.run();
  EXPECT_EQ(s.d.ncon, 2);
  Hooks hooks;
  hooks.contact_filter = [](const Model&, Data&, int, int geom2, void*) { return geom2 == 1; };
  empty_step_arena(s.m, s.d);
  collision(s.m, s.d, hooks);
  ASSERT_EQ(s.d.ncon, 1);
  EXPECT_EQ(s.d.contact[0].geom2, 2);
}

TEST(Collision, SleepingBodiesMeetOnlyAwakeOnes) {  // judge: oracle
  oracle::ContactScene s(scene(R"(<geom type="plane" size="1 1 1"/>
      <body pos="0 0 .05" sleep="init"><freejoint/><geom size=".1"/></body>
      <body pos="3 0 .05"><freejoint/><geom size=".1"/></body>)",
                               "<option><flag sleep='enable'/></option>"));
  mj_forward(s.om.get(), s.od.get());
  EXPECT_EQ(geoms_of(s), (Pairs{{0, 2}}));
}

}  // namespace
}  // namespace corten
