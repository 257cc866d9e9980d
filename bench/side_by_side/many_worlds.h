// Many worlds: steps per second of rollouts on several numbers of threads, both engines on the same work.
#pragma once

#include <string>
#include <vector>

#include "bench/side_by_side/runner.h"

namespace corten::bench {

struct ManyWorlds {
  std::string name;
  int threads = 0;
  PairOf per_second;       // steps of all worlds
  PairOf cpu_us_per_step;  // of all threads together
};

// Whether a model is one of those that people learn on, which are worth measuring here.
bool runs_in_many_worlds(const BenchModel& model);

// Model by model, 1 thread up to one per processor. The oracle's trajectories are shared out to threads by
// chunks as its rollout module does.
std::vector<ManyWorlds> measure_many_worlds(const std::vector<BenchModel>& models, double block_seconds,
                                            int pairs);

}  // namespace corten::bench
