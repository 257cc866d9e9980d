#include "bench/side_by_side/both.h"

#include <algorithm>
#include <random>

#include "bench/side_by_side/loading.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::bench {
namespace {

// rows of the control table, prime so that it does not lock to the block length
constexpr int kNoiseRows = 97;

// Noise inside each actuator's control range, the same for both engines.
std::vector<double> control_table(const Model& m) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  std::vector<double> table;
  for (int row = 0; row < kNoiseRows; ++row)
    for (int i = 0; i < m.nu; ++i) {
      const double low = m.actuator_ctrllimited[i] ? m.actuator_ctrlrange[i][0] : -1;
      const double high = m.actuator_ctrllimited[i] ? m.actuator_ctrlrange[i][1] : 1;
      table.push_back(0.5 * (low + high) + uniform(random) * (high - low));
    }
  return table;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Both::Both(const BenchModel& model) : m(load_ours(model)), om(load_theirs(model)) {
  d = make_data(m);
  od = oracle::make_data(om.get());
  controls_ = control_table(m);
  if (!m.nkey) return;
  reset_data_keyframe(m, d, 0);
  mj_resetDataKeyframe(om.get(), od.get(), 0);
}

const double* Both::control(int step) const {
  return controls_.data() + static_cast<std::size_t>(step % kNoiseRows) * static_cast<std::size_t>(m.nu);
}

void Both::step_ours(const Hooks& hooks) {
  std::copy_n(control(ours_step_++), m.nu, d.ctrl.data());
  step(m, d, hooks);
}

void Both::step_oracle() {
  std::copy_n(control(oracle_step_++), m.nu, od->ctrl);
  mj_step(om.get(), od.get());
}

void Both::meet() {
  oracle::copy_state(om.get(), od.get(), m, d);
  ours_step_ = oracle_step_;
}

}  // namespace corten::bench
