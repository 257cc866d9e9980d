// Lanes without a device.
#include "cuda/emulator.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "cuda/team.h"

namespace corten::gpu {
namespace {

TEST(Emulator, LanesSumCountAndExchange) {  // judge: arithmetic
  std::vector<int> sums(32), places(32), totals(32), neighbours(32);
  emulator::run(32, [&] {
    const Team<32> team(nullptr);
    const auto lane = static_cast<std::size_t>(team.lane());
    sums[lane] = team.sum(team.lane());
    places[lane] = team.before(team.lane() % 3 == 0, totals[lane]);
    neighbours[lane] = team.from(team.lane() * 10, (team.lane() + 1) % 32);
  });
  for (int i = 0; i < 32; ++i) {
    const auto lane = static_cast<std::size_t>(i);
    EXPECT_EQ(sums[lane], 31 * 32 / 2);
    EXPECT_EQ(places[lane], (i + 2) / 3);
    EXPECT_EQ(totals[lane], 11);
    EXPECT_EQ(neighbours[lane], (i + 1) % 32 * 10);
  }
}

TEST(Emulator, SumsOfABlockAreTheSameInEveryLane) {  // judge: arithmetic
  std::vector<double> sums(128);
  emulator::run(128, [&] {
    const Team<128> team(nullptr);
    sums[static_cast<std::size_t>(team.lane())] = team.sum(1.0 / (1 + team.lane()));
  });
  for (const double s : sums) EXPECT_EQ(s, sums[0]);
  EXPECT_NEAR(sums[0], 5.4331470925891, 1e-12);
}

TEST(Emulator, SaysWhenLanesDoNotMeet) {  // judge: definition
  const auto uneven = [] {
    const Team<16> team(nullptr);
    if (team.lane() < 8) team.sync();
  };
  EXPECT_THROW(emulator::run(16, uneven), std::logic_error);
}

}  // namespace
}  // namespace corten::gpu
