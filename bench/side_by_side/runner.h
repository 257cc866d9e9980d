// Runs one model in both engines from the same state with the same controls, alternating blocks of steps.
#pragma once

#include <string>

#include "bench/side_by_side/models.h"

namespace corten::bench {

struct Result {
  std::string name;
  std::string failure;  // why there are no numbers
  double ours_per_second = 0;
  double oracle_per_second = 0;
  double ratio = 0;       // ours / oracle, median over block pairs
  double load_ratio = 0;  // oracle's load time / ours
  double drift = 0;       // largest |qpos difference| after the warm-up steps
  int contacts = 0;
  int rows = 0;
  double iterations = 0;  // mean solver iterations of the oracle
  double data_mb = 0;     // memory of our Data
};

Result run(const BenchModel& model, double block_seconds, int pairs);

}  // namespace corten::bench
