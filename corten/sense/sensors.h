// Sensors by stage (mj_sensorPos, mj_sensorVel, mj_sensorAcc), their cutoff, delay and history.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// in: the whole stage before    out: the sensordata of its sensors
void sensor_pos(const Model& m, Data& d, const Hooks& hooks = {});
void sensor_vel(const Model& m, Data& d, const Hooks& hooks = {});
void sensor_acc(const Model& m, Data& d, const Hooks& hooks = {});

// Records the sensors that have a history, at the current time; part of the advance of a step.
void record_sensors(const Model& m, Data& d);

// Reading of a sensor at time − delay, interpolated from its history when it has one; −1: the model's
// interpolation. `result` has sensor_dim entries.
void read_sensor(const Model& m, Data& d, int sensor, Real time, int interp, Real* result);

}  // namespace corten
