// Damaged asset files at the door: the oracle's verdict, and a refusal that says what to look at.
#include "tests/support/damaged_assets.h"

#include <gtest/gtest.h>

namespace corten {
namespace {

TEST(DamagedAssets, HaveTheOraclesVerdictAndAreNamed) {  // judge: oracle
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const DamagedAsset asset = damaged_asset(seed);
    EXPECT_EQ(complaint_about(asset), "") << "seed " << seed << ": " << asset.xml;
  }
}

}  // namespace
}  // namespace corten
