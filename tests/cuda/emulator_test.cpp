// Lanes without a device.
#include "cuda/emulator.h"

#include <gtest/gtest.h>

#include <array>
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

TEST(Emulator, WarpsOfABlockMeetApart) {  // judge: arithmetic
  std::vector<int> sums(96);
  emulator::run(96, [&] {
    const Team<128> block(nullptr);
    const Team<32> warp(nullptr);
    int sum = 0;
    for (int k = 0; k <= warp.index(); ++k) sum += warp.sum(warp.lane());  // once, twice, three times
    sums[static_cast<std::size_t>(block.lane())] = block.sum(sum);
  });
  for (const int s : sums) EXPECT_EQ(s, 32 * 496 * (1 + 2 + 3));
}

TEST(Emulator, SumsOuterProductsByTiles) {  // judge: arithmetic
  const auto number = [](int row, int column) { return 1.0 + row * 17 % 5 + 0.1 * column; };
  std::vector<std::array<double, 6>> tiles(32);
  emulator::run(32, [&] {
    const Team<32> team(nullptr);
    const int row = team.lane() % 4, column = team.lane() / 4;
    const double x[2] = {number(row, column), number(row, column + 8)};
    double c[3][2] = {};
    team.add_outer(x, 1.0 + row, c);
    tiles[static_cast<std::size_t>(team.lane())] = {c[0][0], c[0][1], c[1][0], c[1][1], c[2][0], c[2][1]};
  });
  for (int lane = 0; lane < 32; ++lane)
    for (int tile = 0; tile < 3; ++tile)
      for (int e = 0; e < 2; ++e) {
        double sum = 0;
        const int i = lane / 4 + (tile > 0 ? 8 : 0), j = 2 * (lane % 4) + e + (tile == 2 ? 8 : 0);
        for (int row = 0; row < 4; ++row) sum += (1.0 + row) * number(row, i) * number(row, j);
        EXPECT_NEAR(tiles[static_cast<std::size_t>(lane)][static_cast<std::size_t>(2 * tile + e)], sum,
                    1e-12);
      }
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
