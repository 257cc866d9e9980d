// Every pair function against the oracle over random poses, through the whole collision stage.
#include <gtest/gtest.h>

#include <limits>

#include "corten/geom/contact_point.h"
#include "tests/support/pair_poses.h"

namespace corten {
namespace {

class ShapePair : public testing::TestWithParam<oracle::PairCase> {};

TEST_P(ShapePair, ContactsEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::PairScene scene(GetParam());
  std::mt19937_64 rng(1);
  int with_contacts = 0, failures = 0;
  for (int pose = 0; pose < 20000; ++pose) {
    scene.randomize(rng);
    const std::string difference = scene.run();
    with_contacts += scene.contacts() > 0;
    if (!difference.empty() && failures++ < 3)
      ADD_FAILURE() << "pose " << pose << ": " << difference << "\n" << scene.describe();
  }
  EXPECT_EQ(failures, 0);
  EXPECT_GT(with_contacts, 5000);
}

TEST_P(ShapePair, DistancesEqualTheOraclesBitForBit) {  // judge: oracle
  oracle::PairScene scene(GetParam());
  std::mt19937_64 rng(2);
  int failures = 0;
  for (int pose = 0; pose < 2000; ++pose) {
    scene.randomize(rng);
    for (const Real distmax : {-0.1, 0.0, 0.02, 0.5, 10.0, 1.7976931348623157e308}) {
      const std::string difference = scene.compare_distance(distmax);
      if (!difference.empty() && failures++ < 3)
        ADD_FAILURE() << "pose " << pose << ": " << difference << "\n" << scene.describe();
    }
  }
  EXPECT_EQ(failures, 0);
}

TEST_P(ShapePair, BadNumbersInPosesDoNotHangOrCrash) {  // judge: definition
  oracle::PairScene scene(GetParam());
  std::mt19937_64 rng(3);
  const Real infinity = std::numeric_limits<Real>::infinity();
  for (int pose = 0; pose < 20; ++pose) {
    scene.randomize(rng);
    for (int coordinate = 0; coordinate < 24; ++coordinate)
      for (const Real number : {std::numeric_limits<Real>::quiet_NaN(), infinity, -infinity, 1e300, 1e-320})
        EXPECT_LE(scene.run_with_bad_number(coordinate, number), kMaxConPair);
  }
}

INSTANTIATE_TEST_SUITE_P(Analytic, ShapePair, testing::ValuesIn(oracle::analytic_pairs()),
                         [](const auto& test) { return std::string(test.param.name); });
INSTANTIATE_TEST_SUITE_P(Convex, ShapePair, testing::ValuesIn(oracle::convex_pairs()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace corten
