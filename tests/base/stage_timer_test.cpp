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
double ticking_clock(void*) { return ticks++; }

TEST(StageTimer, WithoutAClockOnlyCounts) {  // judge: the oracle's counters with no time callback
  Slot slot;
  for (int i = 0; i < 3; ++i) StageTimer timer(slot, nullptr);
  EXPECT_EQ(slot.number, 3);
  EXPECT_EQ(slot.duration, 0);
}

TEST(StageTimer, AnOuterStageContainsItsInnerOnes) {  // judge: hand value
  Slot outer, inner;
  {
    StageTimer whole(outer, ticking_clock);                   // tick 0
    { StageTimer part(inner, ticking_clock); }                // ticks 1, 2
    StageTimer other_part(inner, ticking_clock, nullptr, 0);  // ticks 3, 4
  }                                                           // tick 5
  EXPECT_EQ(inner.duration, 2);
  EXPECT_EQ(inner.number, 1);
  EXPECT_EQ(outer.duration, 5);
  EXPECT_EQ(outer.number, 1);
}

TEST(StageTimer, SteadySecondsNeverGoBack) {  // judge: steady clock
  const double before = steady_seconds();
  EXPECT_LE(before, steady_seconds());
}

}  // namespace
}  // namespace corten
