#include "bench/side_by_side/stages.h"

#include <algorithm>
#include <iterator>

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

// the median over short rounds leaves out those that another program interrupted
constexpr int kRounds = 101;

mjtNum oracle_seconds() { return stage_seconds(); }

}  // namespace

std::vector<StageTimes> time_stages(Both& both, int steps) {
  const int per_round = std::max(1, steps / kRounds);
  std::vector<double> ours[std::size(kStages)], theirs[std::size(kStages)];
  Hooks hooks;
  hooks.time = stage_seconds;
  mjcb_time = oracle_seconds;
  for (int round = 0; round < std::min(steps, kRounds); ++round) {
    both.meet();
    for (TimerStat& t : both.d.timer) t = {};
    for (mjTimerStat& t : both.od->timer) t = {};
    for (int i = 0; i < per_round; ++i) both.step_ours(hooks);
    for (int i = 0; i < per_round; ++i) both.step_oracle();
    for (std::size_t k = 0; k < std::size(kStages); ++k) {
      ours[k].push_back(both.d.timer[kStages[k].timer].duration);
      theirs[k].push_back(both.od->timer[kStages[k].timer].duration);
    }
  }
  mjcb_time = nullptr;
  std::vector<StageTimes> result;
  for (std::size_t k = 0; k < std::size(kStages); ++k)
    result.push_back(
        {kStages[k].name, 1e6 * median(ours[k]) / per_round, 1e6 * median(theirs[k]) / per_round});
  return result;
}

}  // namespace corten::bench
