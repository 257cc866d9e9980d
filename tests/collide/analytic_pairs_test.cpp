// Every analytic pair function against the oracle over random poses, through the whole collision stage.
#include <gtest/gtest.h>

#include "tests/support/pair_poses.h"

namespace corten {
namespace {

class AnalyticPair : public testing::TestWithParam<oracle::PairCase> {};

TEST_P(AnalyticPair, ContactsEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::PairScene scene(GetParam());
  std::mt19937_64 rng(1);
  int with_contacts = 0, failures = 0;
  for (int pose = 0; pose < 40000; ++pose) {
    scene.randomize(rng);
    const std::string difference = scene.run();
    with_contacts += scene.contacts() > 0;
    if (!difference.empty() && failures++ < 3)
      ADD_FAILURE() << "pose " << pose << ": " << difference << "\n" << scene.describe();
  }
  EXPECT_EQ(failures, 0);
  EXPECT_GT(with_contacts, 10000);
}

INSTANTIATE_TEST_SUITE_P(Types, AnalyticPair, testing::ValuesIn(oracle::analytic_pairs()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace corten
