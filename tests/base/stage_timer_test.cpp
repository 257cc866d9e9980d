// Stage timers count calls always and add time when there is a clock.
#include "corten/base/stage_timer.h"

#include <gtest/gtest.h>

namespace corten {
namespace {

struct Slot {
  double duration = 0;
  int number = 0;
};

// every look at this clock is one second later than the one before
double ticks = 0;
double ticking_clock() { return ticks++; }

TEST(StageTimer, WithoutAClockOnlyCounts) {  // judge: the oracle's counters with no time callback
  Slot slot;
  for (int i = 0; i < 3; ++i) StageTimer timer(slot, nullptr);
  EXPECT_EQ(slot.number, 3);
  EXPECT_EQ(slot.duration, 0);
}

TEST(StageTimer, AnOuterStageContainsItsInnerOnes) {  // judge: hand value
  Slot outer, first, second;
  {
    StageTimer whole(outer, ticking_clock);  // tick 0
    StageTimer part(first, ticking_clock);   // tick 1
    part.next(second);                       // tick 2: ends the first, begins the second
  }                                          // ticks 3, 4
  EXPECT_EQ(first.duration, 1);
  EXPECT_EQ(second.duration, 1);
  EXPECT_EQ(outer.duration, 4);
  EXPECT_EQ(outer.number + first.number + second.number, 3);
}

TEST(StageTimer, SteadySecondsNeverGoBack) {  // judge: steady clock
  const double before = steady_seconds();
  EXPECT_LE(before, steady_seconds());
}

}  // namespace
}  // namespace corten
