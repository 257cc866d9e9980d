// Time and calls of stages in Data.timer, by the clock of the hooks.
#pragma once

#include "corten/base/stage_timer.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"

namespace corten {

// of a scope
class Timed : public StageTimer<TimerStat> {
 public:
  Timed(Data& d, mjtTimer slot, const Hooks& hooks, int calls = 1)
      : StageTimer(d.timer[slot], hooks.time, hooks.user, calls) {}
};

// of stages one after the other
class Laps : public StageLaps {
 public:
  Laps(Data& d, const Hooks& hooks) : StageLaps(hooks.time, hooks.user), d_(d) {}
  void end(mjtTimer slot, int calls = 1) { StageLaps::end(d_.timer[slot], calls); }
  void add_since(double before, mjtTimer slot) const { StageLaps::add_since(before, d_.timer[slot]); }

 private:
  Data& d_;
};

}  // namespace corten
