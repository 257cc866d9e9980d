// Times of nested stages: a timer adds the time of its scope, and one call, to a slot such as those of
// Data.timer. Without a clock it only counts, as the oracle does.
#pragma once

#include <chrono>

namespace corten {

using Clock = double (*)();  // seconds from any fixed origin

inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// `Slot` has a duration and a number.
template <class Slot>
class StageTimer {
 public:
  StageTimer(Slot& slot, Clock clock) : slot_(&slot), clock_(clock), start_(clock ? clock() : 0) {}
  ~StageTimer() { finish(clock_ ? clock_() : 0); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

  // Ends this stage and begins the one after it with a single look at the clock.
  void next(Slot& slot) {
    const double now = clock_ ? clock_() : 0;
    finish(now);
    slot_ = &slot;
    start_ = now;
  }

 private:
  void finish(double now) {
    slot_->duration += now - start_;
    ++slot_->number;
  }

  Slot* slot_;
  Clock clock_;
  double start_;
};

}  // namespace corten
