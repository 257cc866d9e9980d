#include "bench/side_by_side/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "tests/support/oracle.h"

namespace corten::bench {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr int kWarmUp = 100;  // steps before timing: both trajectories are compared here
constexpr int kNoiseRows =
    97;  // rows of the control table, prime so that it does not lock to the block length

// Smooth noise inside each actuator's control range, the same for both engines.
std::vector<double> control_table(const Model& m) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  std::vector<double> table(static_cast<std::size_t>(kNoiseRows) * static_cast<std::size_t>(m.nu));
  for (int row = 0; row < kNoiseRows; ++row)
    for (int i = 0; i < m.nu; ++i) {
      const double low = m.actuator_ctrllimited[i] ? m.actuator_ctrlrange[i][0] : -1;
      const double high = m.actuator_ctrllimited[i] ? m.actuator_ctrlrange[i][1] : 1;
      table[static_cast<std::size_t>(row) * static_cast<std::size_t>(m.nu) + static_cast<std::size_t>(i)] =
          0.5 * (low + high) + uniform(random) * (high - low);
    }
  return table;
}

// Both engines on one model.
struct Pair {
  Model m;
  Data d;
  oracle::ModelPtr om;
  oracle::DataPtr od;
  std::vector<double> controls;
  int ours_step = 0;
  int oracle_step = 0;

  const double* control(int step) const {
    return controls.data() + static_cast<std::size_t>(step % kNoiseRows) * static_cast<std::size_t>(m.nu);
  }
  void step_ours() {
    std::copy_n(control(ours_step++), m.nu, d.ctrl.data());
    step(m, d);
  }
  void step_oracle() {
    std::copy_n(control(oracle_step++), m.nu, od->ctrl);
    mj_step(om.get(), od.get());
  }
};

template <class Load>
double fastest_load(Load&& load, int repeats = 3) {
  double best = 1e30;
  for (int i = 0; i < repeats; ++i) {
    const auto start = Clock::now();
    load();
    best = std::min(best, seconds_since(start));
  }
  return best;
}

template <class Step>
double time_block(int steps, Step&& step) {
  const auto start = Clock::now();
  for (int i = 0; i < steps; ++i) step();
  return seconds_since(start);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double drift(const Pair& p) {
  double worst = 0;
  for (int i = 0; i < p.m.nq; ++i) worst = std::max(worst, std::abs(p.d.qpos[i] - p.od->qpos[i]));
  return worst;
}

void load_both(const BenchModel& model, Pair& pair, Result& result) {
  AssetCache cache;  // the oracle has one too, and always uses it
  LoadOptions options;
  options.cache = &cache;
  const auto ours = [&] {
    pair.m =
        model.path.empty() ? load_model_string(model.xml, options) : load_model_file(model.path, options);
  };
  const auto theirs = [&] {
    pair.om = model.path.empty() ? oracle::load_string(model.xml) : oracle::load_file(model.path);
  };
  theirs();  // warms the file cache for both
  const double ours_seconds = fastest_load(ours), oracle_seconds = fastest_load(theirs);
  result.load_ratio = oracle_seconds / ours_seconds;
  pair.d = make_data(pair.m);
  pair.od = oracle::make_data(pair.om.get());
  pair.controls = control_table(pair.m);
  if (pair.m.nkey) {
    reset_data_keyframe(pair.m, pair.d, 0);
    mj_resetDataKeyframe(pair.om.get(), pair.od.get(), 0);
  }
}

void time_both(Pair& pair, double block_seconds, int pairs, Result& result) {
  const double one = std::max(1e-7, time_block(20, [&] { pair.step_oracle(); }) / 20);
  time_block(20, [&] { pair.step_ours(); });
  const int steps = std::clamp(static_cast<int>(block_seconds / one), 5, 200000);
  std::vector<double> ratios, ours, theirs;
  double iterations = 0;
  for (int i = 0; i < pairs; ++i) {
    ours.push_back(time_block(steps, [&] { pair.step_ours(); }));
    theirs.push_back(time_block(steps, [&] { pair.step_oracle(); }));
    ratios.push_back(theirs.back() / ours.back());
    iterations += pair.od->solver_niter[0];
  }
  result.ours_per_second = steps / median(ours);
  result.oracle_per_second = steps / median(theirs);
  result.ratio = median(ratios);
  result.iterations = iterations / pairs;
}

}  // namespace

Result run(const BenchModel& model, double block_seconds, int pairs) {
  Result result;
  result.name = model.name;
  try {
    Pair pair;
    load_both(model, pair, result);
    time_block(kWarmUp, [&] { pair.step_ours(); });
    time_block(kWarmUp, [&] { pair.step_oracle(); });
    result.drift = drift(pair);
    time_both(pair, block_seconds, pairs, result);
    result.contacts = pair.od->ncon;
    result.rows = pair.od->nefc;
    result.data_mb = static_cast<double>(pair.d.arena.high_water()) / 1e6;
  } catch (const LoadError& error) {
    result.failure = error.what();
    result.failure = result.failure.substr(0, result.failure.find('\n'));
  }
  return result;
}

}  // namespace corten::bench
