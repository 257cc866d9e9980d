// A number of each engine.
#pragma once

namespace corten::bench {

struct PairOf {
  double ours = 0;
  double oracle = 0;
};

}  // namespace corten::bench
