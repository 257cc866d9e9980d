// Past samples of controls and sensors, for delays: rings of times and values inside d.history.
#pragma once

#include <span>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

enum class Interpolation { kHold = 0, kLinear = 1, kCubic = 2 };

// One ring: user slot, cursor of the newest sample, times, values sample by sample. Logical index 0 is the
// oldest sample.
class HistoryBuffer {
 public:
  HistoryBuffer(Real* data, int samples, int dim) : data_(data), samples_(samples), dim_(dim) {}

  int samples() const { return samples_; }
  Real& user() { return data_[0]; }
  Real& time(int logical) { return data_[2 + physical(logical)]; }
  Real* value(int logical) { return data_ + 2 + samples_ + physical(logical) * dim_; }

  // Fills the ring: given times, zero values.
  void reset(std::span<const Real> times, std::span<const Real> values);
  // A slot for the value at `time`: an existing sample with that time, else the oldest is dropped.
  Real* insert(Real time);
  // Value at `time`, interpolated; result has dim entries.
  void read(Real time, Interpolation interpolation, Real* result);

 private:
  int physical(int logical) const { return (static_cast<int>(data_[1]) + 1 + logical) % samples_; }
  int first_not_before(Real time);
  void cubic(Real time, int high, Real* result);

  Real* data_;
  int samples_;
  int dim_;
};

HistoryBuffer ctrl_history(const Model& m, Data& d, int actuator);
HistoryBuffer sensor_history(const Model& m, Data& d, int sensor);

// Control of an actuator at time − delay; without delay the current one. interp −1 means the model's.
Real read_ctrl(const Model& m, Data& d, int actuator, Real time, int interp);

// Default contents of all buffers, as after a reset.
void reset_history(const Model& m, Data& d);
// Records the current controls at the current time.
void record_controls(const Model& m, Data& d);

}  // namespace corten
