#include "bench/side_by_side/runner.h"

#include <algorithm>
#include <filesystem>

namespace corten::bench {
namespace {

constexpr int kWarmUp = 100;  // steps before timing: both trajectories are compared here

double fixed_bytes(const Both& b) {
  double bytes = 0;
  Data::visit_arrays(b.d, b.m.sizes(), [&](const char*, const auto& array, auto...) {
    using T = typename std::remove_cvref_t<decltype(array)>::value_type;
    bytes += static_cast<double>(array.size()) * sizeof(T);
  });
  return bytes;
}

int steps_of_block(Both& b, double block_seconds) {
  const double one = std::max(1e-7, time_block(20, [&] { b.step_oracle(); }) / 20);
  time_block(20, [&] { b.step_ours(); });
  return std::clamp(static_cast<int>(block_seconds / one), 5, 200000);
}

void time_both(Both& b, int steps, int pairs, Result& result) {
  std::vector<double> ratios, ours, theirs;
  for (int i = 0; i < pairs; ++i) {
    b.meet();
    ours.push_back(time_block(steps, [&] { b.step_ours(); }));
    theirs.push_back(time_block(steps, [&] { b.step_oracle(); }));
    ratios.push_back(theirs.back() / ours.back());
    result.iterations.ours += static_cast<double>(b.d.solver_niter[0]) / pairs;
    result.iterations.oracle += static_cast<double>(b.od->solver_niter[0]) / pairs;
  }
  result.per_second = {steps / median(ours), steps / median(theirs)};
  result.ratio = median(ratios);
}

void describe(const Both& b, Result& result) {
  result.nv = b.m.nv;
  result.contacts = {static_cast<double>(b.d.ncon), static_cast<double>(b.od->ncon)};
  result.rows = {static_cast<double>(b.d.nefc), static_cast<double>(b.od->nefc)};
  result.data_mb.ours = (fixed_bytes(b) + static_cast<double>(b.d.arena.high_water())) / 1e6;
  result.data_mb.oracle =
      (static_cast<double>(b.od->nbuffer) + static_cast<double>(b.od->maxuse_arena)) / 1e6;
}

}  // namespace

Result run(const BenchModel& model, double block_seconds, int pairs) {
  Result result;
  result.name = model.name;
  result.file = model.path;
  result.xml = model.xml;
  if (!model.path.empty() && !std::filesystem::exists(model.path)) {
    result.failure = "not found: " + model.path;
    return result;
  }
  try {
    result.load_ms = time_loads(model);
    Both both(model);
    time_block(kWarmUp, [&] { both.step_ours(); });
    time_block(kWarmUp, [&] { both.step_oracle(); });
    result.drift = largest_difference(both.d.qpos.data(), both.od->qpos, both.m.nq);
    result.own_drift = both.own_drift(kWarmUp);
    const int steps = steps_of_block(both, block_seconds);
    time_both(both, steps, pairs, result);
    result.stages = time_stages(both, std::min(steps, 2000));
    describe(both, result);
  } catch (const std::exception& error) {
    result.failure = error.what();
    result.failure = result.failure.substr(0, result.failure.find('\n'));
  }
  return result;
}

}  // namespace corten::bench
