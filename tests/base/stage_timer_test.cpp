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

TEST(StageLaps, OneLookEndsAStageAndBeginsTheNext) {  // judge: hand value
  Slot first, second, whole;
  ticks = 0;
  StageLaps laps(ticking_clock);  // tick 0
  const double start = laps.last();
  laps.end(first);      // tick 1
  laps.look();          // tick 2 belongs to nobody
  laps.end(second);     // tick 3
  laps.end(second, 0);  // tick 4
  laps.add_since(start, whole);
  EXPECT_EQ(first.duration, 1);
  EXPECT_EQ(second.duration, 2);
  EXPECT_EQ(second.number, 1);
  EXPECT_EQ(whole.duration, 4);
  EXPECT_EQ(ticks, 5);
}

TEST(StageLaps, WithoutAClockOnlyCounts) {  // judge: the oracle's counters with no time callback
  Slot slot;
  StageLaps laps(nullptr);
  laps.end(slot);
  EXPECT_EQ(slot.number, 1);
  EXPECT_EQ(slot.duration, 0);
}

TEST(StageClock, AgreesWithTheSteadyClock) {  // judge: steady clock; the rate is known to about 1e-4
  stage_seconds();
  const double before0 = steady_seconds(), begin = stage_seconds(), after0 = steady_seconds();
  while (steady_seconds() - after0 < 0.02) {
  }
  const double before1 = steady_seconds(), end = stage_seconds(), after1 = steady_seconds();
  EXPECT_GE(end - begin, (before1 - after0) * 0.999);
  EXPECT_LE(end - begin, (after1 - before0) * 1.001);
}

}  // namespace
}  // namespace corten
