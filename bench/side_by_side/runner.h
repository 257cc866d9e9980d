// Runs one model in both engines from the same state with the same controls, alternating blocks of steps.
#pragma once

#include <string>
#include <vector>

#include "bench/side_by_side/both.h"
#include "bench/side_by_side/loading.h"
#include "bench/side_by_side/models.h"
#include "bench/side_by_side/pair_of.h"
#include "bench/side_by_side/stages.h"

namespace corten::bench {

struct Result {
  std::string name;
  std::string file, xml;  // one of them
  std::string failure;    // why there are no numbers
  PairOf per_second;      // steps
  double ratio = 0;       // ours / oracle, median over block pairs
  LoadTimes load_ms;
  double drift = 0;      // largest |ours − oracle| / max(1, |oracle|) of qpos after the warm-up steps
  double own_drift = 0;  // the same between two runs of the oracle, one disturbed by 1e-15
  int nv = 0;
  PairOf contacts;    // at the end
  PairOf rows;        // at the end
  PairOf iterations;  // mean of the solver, first island
  PairOf data_mb;     // memory of Data in use: fixed arrays and the largest use of the arena
  std::vector<StageTimes> stages;
};

Result run(const BenchModel& model, double block_seconds, int pairs);

}  // namespace corten::bench
