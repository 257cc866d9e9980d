// Adds the time of a scope and one call to a slot of Data.timer, by the clock of the hooks.
#pragma once

#include "corten/base/stage_timer.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"

namespace corten {

class Timed : public StageTimer<TimerStat> {
 public:
  Timed(Data& d, mjtTimer slot, const Hooks& hooks, int calls = 1)
      : StageTimer(d.timer[slot], hooks.time, hooks.user, calls) {}
};

}  // namespace corten
