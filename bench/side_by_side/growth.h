// Growth curves: seconds per step of both engines against the size of a scene, and the exponents fitted to
// them.
#pragma once

#include <string>
#include <vector>

#include "bench/side_by_side/runner.h"

namespace corten::bench {

struct GrowthPoint {
  int size = 0;
  PairOf step;       // [s]
  PairOf collision;  // [s]
};

struct Growth {
  std::string name;
  std::vector<GrowthPoint> points;
  PairOf step_exponent;       // of size^x, fitted to the larger half of the sizes
  PairOf collision_exponent;  // the same
};

std::vector<Growth> measure_growth(double block_seconds, int pairs);

}  // namespace corten::bench
