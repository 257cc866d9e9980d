// Trajectories to the bit: the state after every step is the oracle's.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/scenes.h"
#include "tests/support/trajectory.h"

namespace corten {
namespace {

constexpr int kSteps = 60;

// every solver, cone and Jacobian
void expect_same_bits(const std::string& xml, const std::string& what) {
  std::string error;
  oracle::ModelPtr om = oracle::load_string(xml, &error);
  ASSERT_TRUE(om) << error;
  oracle::Twin t(std::move(om));
  oracle::for_options(t.om.get(), [&](const std::string& options) {
    t.take_options();
    EXPECT_EQ(oracle::first_difference(t, kSteps), "") << what << options;
  });
}

TEST(Bits, SmallScenesFollowTheOracleToTheBit) {  // judge: oracle
  for (const oracle::Scene& scene : oracle::small_scenes()) expect_same_bits(scene.xml, scene.name);
}

TEST(Bits, TouchingBallsOnSpatialTendonsFollowTheOracleToTheBit) {  // judge: oracle
  expect_same_bits(R"(<mujoco><worldbody>
      <replicate count="5" offset=".199 0 0"><site name="top" pos="0 0 1"/>
        <body pos="0 0 .3"><freejoint/><geom size=".1" condim="1"/><site name="ball" pos="0 0 .1"/></body></replicate>
      </worldbody><tendon>
      <spatial limited="true" range="0 .6"><site site="top0"/><site site="ball0"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top1"/><site site="ball1"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top2"/><site site="ball2"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top3"/><site site="ball3"/></spatial>
      <spatial limited="true" range="0 .6"><site site="top4"/><site site="ball4"/></spatial></tendon></mujoco>)",
                   "balls on strings");
}

}  // namespace
}  // namespace corten
