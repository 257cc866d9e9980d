// One model in both engines, driven by the same controls.
#pragma once

#include <ctime>
#include <string>
#include <vector>

#include "bench/side_by_side/models.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"
#include "tests/support/oracle.h"

namespace corten::bench {

// Seconds this thread has run: what other programs take of the processor does not count.
inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class Step>
double time_block(int steps, Step&& step) {
  const double start = thread_seconds();
  for (int i = 0; i < steps; ++i) step();
  return thread_seconds() - start;
}

// Largest |a − b| / max(1, |b|) of two positions.
double largest_difference(const double* a, const double* b, int count);

double median(std::vector<double> values);

class Both {
 public:
  // Throws LoadError when we, std::runtime_error when the oracle cannot load it. The state is that of the
  // first keyframe if there is one.
  explicit Both(const BenchModel& model);

  void step_ours(const Hooks& hooks = {});
  void step_oracle();

  // Largest difference of the oracle's qpos to that of its own run from a state disturbed by 1e-15, after
  // this many steps from the start: what rounding alone does.
  double own_drift(int steps) const;

  // Our trajectory goes on from the oracle's: chaotic ones part, and other contacts take other time.
  void meet();

  Model m;
  Data d;
  oracle::ModelPtr om;
  oracle::DataPtr od;

 private:
  const double* control(int step) const;
  oracle::DataPtr oracle_start() const;

  std::vector<double> controls_;
  int ours_step_ = 0;
  int oracle_step_ = 0;
};

}  // namespace corten::bench
