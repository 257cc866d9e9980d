// Times of nested stages: a timer adds the time of its scope, and one call, to a slot such as those of
// Data.timer. Without a clock it only counts, as the oracle does.
#pragma once

#include <chrono>

namespace corten {

using Clock = double (*)(void* user);  // seconds from any fixed origin

inline double steady_seconds(void* = nullptr) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The time-stamp counter of the processor in seconds, where it runs at one rate and never stops; else
// steady_seconds. A look costs a third of one at the system's clock; the first measures the rate for a
// millisecond.
double stage_seconds(void* = nullptr);

// `Slot` has a duration and a number. `calls` is 0 for the second part of a stage that was counted already.
template <class Slot>
class StageTimer {
 public:
  StageTimer(Slot& slot, Clock clock, void* user = nullptr, int calls = 1)
      : slot_(slot), clock_(clock), user_(user), calls_(calls), start_(clock ? clock(user) : 0) {}
  ~StageTimer() {
    if (clock_) slot_.duration += clock_(user_) - start_;
    slot_.number += calls_;
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  Slot& slot_;
  Clock clock_;
  void* user_;
  int calls_;
  double start_;
};

// Stages one after the other: a single look at the clock ends one and begins the next.
class StageLaps {
 public:
  explicit StageLaps(Clock clock, void* user = nullptr)
      : clock_(clock), user_(user), last_(clock ? clock(user) : 0) {}

  // the stage that ran since the last look
  template <class Slot>
  void end(Slot& slot, int calls = 1) {
    const double before = last_;
    look();
    slot.duration += last_ - before;
    slot.number += calls;
  }
  // what ran since the last look belongs to no stage
  void look() {
    if (clock_) last_ = clock_(user_);
  }
  // all from an earlier look to the last one
  template <class Slot>
  void add_since(double before, Slot& slot) const {
    slot.duration += last_ - before;
    ++slot.number;
  }
  double last() const { return last_; }

 private:
  Clock clock_;
  void* user_;
  double last_;
};

}  // namespace corten
