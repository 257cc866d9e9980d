#include "bench/side_by_side/both.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "bench/side_by_side/loading.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::bench {
namespace {

// rows of the control table, prime so that it does not lock to the block length; each is held for some steps,
// as in tools/bench_python.py
constexpr int kNoiseRows = 97, kHeld = 10;

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

double largest_difference(const double* a, const double* b, int count) {
  double worst = 0;
  for (int i = 0; i < count; ++i)
    worst = std::max(worst, std::abs(a[i] - b[i]) / std::max(1.0, std::abs(b[i])));
  return worst;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Both::Both(const BenchModel& model) : m(load_ours(model)), om(load_theirs(model)) {
  d = make_data(m);
  od = oracle_start();
  controls_ = control_table(m);
  if (m.nkey) reset_data_keyframe(m, d, 0);
}

oracle::DataPtr Both::oracle_start() const {
  oracle::DataPtr data = oracle::make_data(om.get());
  if (om->nkey) mj_resetDataKeyframe(om.get(), data.get(), 0);
  return data;
}

double Both::own_drift(int steps) const {
  const oracle::DataPtr plain = oracle_start(), disturbed = oracle_start();
  for (int i = 0; i < om->nv; ++i) disturbed->qvel[i] += 1e-15;
  for (int i = 0; i < steps; ++i)
    for (mjData* data : {plain.get(), disturbed.get()}) {
      std::copy_n(control(i), om->nu, data->ctrl);
      mj_step(om.get(), data);
    }
  return largest_difference(disturbed->qpos, plain->qpos, om->nq);
}

const double* Both::control(int step) const {
  return controls_.data() +
         static_cast<std::size_t>(step / kHeld % kNoiseRows) * static_cast<std::size_t>(m.nu);
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
