// Times of nested stages: a timer adds the time of its scope, and one call, to a slot such as those of
// Data.timer. Without a clock it only counts, as the oracle does.
#pragma once

#include <chrono>

namespace corten {

using Clock = double (*)(void* user);  // seconds from any fixed origin

inline double steady_seconds(void* = nullptr) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

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

}  // namespace corten
