#include "corten/smooth/history.h"

#include <algorithm>
#include <cmath>

namespace corten {

void HistoryBuffer::reset(std::span<const Real> times, std::span<const Real> values) {
  data_[1] = samples_ - 1;
  std::copy(times.begin(), times.end(), data_ + 2);
  std::copy(values.begin(), values.end(), data_ + 2 + samples_);
}

int HistoryBuffer::first_not_before(Real t) {
  int k = 0;
  while (k < samples_ && time(k) < t) ++k;
  return k;
}

Real* HistoryBuffer::insert(Real t) {
  int k = first_not_before(t);
  if (k < samples_ && time(k) - t < kMinVal<Real>) return value(k);
  if (k == samples_) {  // newest: turn the ring, the oldest becomes the newest
    data_[1] = physical(0);
    k = samples_ - 1;
  } else if (k > 0) {  // in between: older samples move down over the oldest
    for (int i = 1; i < k; ++i) {
      time(i - 1) = time(i);
      std::copy_n(value(i), dim_, value(i - 1));
    }
    --k;
  }
  time(k) = t;
  return value(k);
}

void HistoryBuffer::cubic(Real t, int high, Real* result) {
  const int low = high - 1;
  const Real dt = time(high) - time(low), a = (t - time(low)) / dt, a2 = a * a, a3 = a2 * a;
  const Real h00 = 2 * a3 - 3 * a2 + 1, h10 = a3 - 2 * a2 + a, h01 = -2 * a3 + 3 * a2, h11 = a3 - a2;
  for (int j = 0; j < dim_; ++j) {
    const Real y0 = value(low)[j], y1 = value(high)[j];
    const Real m0 = low > 0 ? (y1 - value(low - 1)[j]) / (time(high) - time(low - 1)) : 0;
    const Real m1 = high < samples_ - 1 ? (value(high + 1)[j] - y0) / (time(high + 1) - time(low)) : 0;
    result[j] = h00 * y0 + h10 * dt * m0 + h01 * y1 + h11 * dt * m1;
  }
}

void HistoryBuffer::read(Real t, Interpolation interpolation, Real* result) {
  const int newest = samples_ - 1;
  if (t <= time(0) + kMinVal<Real>) {
    std::copy_n(value(0), dim_, result);
    return;
  }
  if (t >= time(newest) - kMinVal<Real>) {
    std::copy_n(value(newest), dim_, result);
    return;
  }
  const int high = first_not_before(t);
  if (time(high) - t < kMinVal<Real>) {
    std::copy_n(value(high), dim_, result);
    return;
  }
  const int low = high - 1;
  switch (interpolation) {
    case Interpolation::kHold:
      std::copy_n(value(low), dim_, result);
      return;
    case Interpolation::kLinear: {
      const Real a = (t - time(low)) / (time(high) - time(low));
      for (int j = 0; j < dim_; ++j) result[j] = value(low)[j] + a * (value(high)[j] - value(low)[j]);
      return;
    }
    case Interpolation::kCubic:
      return cubic(t, high, result);
  }
}

HistoryBuffer ctrl_history(const Model& m, Data& d, int actuator) {
  return {d.history.data() + m.actuator_historyadr[actuator], m.actuator_history[actuator][0], 1};
}

HistoryBuffer sensor_history(const Model& m, Data& d, int sensor) {
  return {d.history.data() + m.sensor_historyadr[sensor], m.sensor_history[sensor][0], m.sensor_dim[sensor]};
}

Real read_ctrl(const Model& m, Data& d, int actuator, Real time, int interp) {
  const int samples = m.actuator_history[actuator][0];
  if (samples <= 0 || m.actuator_delay[actuator] == 0) return d.ctrl[actuator];
  const int kind = interp < 0 ? m.actuator_history[actuator][1] : interp;
  Real value = 0;
  ctrl_history(m, d, actuator)
      .read(time - m.actuator_delay[actuator], static_cast<Interpolation>(kind), &value);
  return value;
}

void reset_history(const Model& m, Data& d) {
  std::fill(d.history.begin(), d.history.end(), Real(0));
  const Real h = m.opt.timestep;
  for (int i = 0; i < m.nu; ++i) {
    const int n = m.actuator_history[i][0];
    if (n <= 0) continue;
    Real* data = d.history.data() + m.actuator_historyadr[i];
    data[1] = n - 1;
    for (int j = 0; j < n; ++j) data[2 + j] = -(n - j) * h;
  }
  for (int i = 0; i < m.nsensor; ++i) {
    const int n = m.sensor_history[i][0];
    if (n <= 0) continue;
    Real* data = d.history.data() + m.sensor_historyadr[i];
    const Real period = m.sensor_interval[i][0], phase = m.sensor_interval[i][1];
    const Real last = phase != 0 ? phase : -period;
    data[0] = period > 0 ? last : -h;
    data[1] = n - 1;
    for (int j = 0; j < n; ++j)
      data[2 + j] = period > 0 ? std::ceil((last - (n - 1 - j) * period) / h) * h : -(n - j) * h;
  }
}

void record_controls(const Model& m, Data& d) {
  if (m.nhistory == 0) return;
  for (int i = 0; i < m.nu; ++i)
    if (m.actuator_history[i][0] > 0) *ctrl_history(m, d, i).insert(d.time) = d.ctrl[i];
}

}  // namespace corten
