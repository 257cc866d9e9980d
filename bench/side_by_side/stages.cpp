#include "bench/side_by_side/stages.h"

#include "corten/base/stage_timer.h"

namespace corten::bench {
namespace {

struct Stage {
  const char* name;
  mjtTimer timer;
};
constexpr Stage kStages[] = {{"position", mjTIMER_POSITION},        {"kinematics", mjTIMER_POS_KINEMATICS},
                             {"inertia", mjTIMER_POS_INERTIA},      {"collision", mjTIMER_POS_COLLISION},
                             {"constraint rows", mjTIMER_POS_MAKE}, {"projection", mjTIMER_POS_PROJECT},
                             {"velocity", mjTIMER_VELOCITY},        {"actuation", mjTIMER_ACTUATION},
                             {"solver", mjTIMER_CONSTRAINT},        {"integration", mjTIMER_ADVANCE}};

mjtNum oracle_seconds() { return steady_seconds(); }

}  // namespace

std::vector<StageTimes> time_stages(Both& both, int steps) {
  for (TimerStat& t : both.d.timer) t = {};
  for (mjTimerStat& t : both.od->timer) t = {};
  Hooks hooks;
  hooks.time = steady_seconds;
  mjcb_time = oracle_seconds;
  for (int i = 0; i < steps; ++i) {
    both.step_ours(hooks);
    both.step_oracle();
  }
  mjcb_time = nullptr;
  std::vector<StageTimes> result;
  for (const Stage& stage : kStages)
    result.push_back({stage.name, 1e6 * both.d.timer[stage.timer].duration / steps,
                      1e6 * both.od->timer[stage.timer].duration / steps});
  return result;
}

}  // namespace corten::bench
