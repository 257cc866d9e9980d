#include "corten/sense/sensors.h"

#include <algorithm>

#include "corten/model/awake.h"
#include "corten/model/for_each_plugin.h"
#include "corten/model/sensor_kinds.h"
#include "corten/sense/lazy.h"
#include "corten/sense/sensor_functions.h"
#include "corten/smooth/history.h"

namespace corten {
namespace {

void limit(const Model& m, int sensor, Real cutoff, Real* out) {
  if (sensor_kind(m.sensor_type[sensor]).cutoff != Cutoff::kLimit) return;
  for (int i = 0; i < m.sensor_dim[sensor]; ++i) {
    if (m.sensor_datatype[sensor] == mjDATATYPE_REAL) out[i] = std::clamp(out[i], -cutoff, cutoff);
    if (m.sensor_datatype[sensor] == mjDATATYPE_POSITIVE) out[i] = std::min(cutoff, out[i]);
  }
}

inline void apply_cutoff(const Model& m, int sensor, Real* out) {
  const Real cutoff = m.sensor_cutoff[sensor];
  if (!(cutoff <= 0)) limit(m, sensor, cutoff, out);
}

// the reading at this moment; user sensors keep what their callback wrote
void compute(const Model& m, Data& d, int sensor, Real* out) {
  const sense::SensorFunction function = sense::sensor_function(m.sensor_type[sensor]);
  if (!function) return;
  function(m, d, sensor, out);
  apply_cutoff(m, sensor, out);
}

bool has_history(const Model& m, int sensor) { return m.sensor_history[sensor][0] > 0; }

Interpolation interpolation(const Model& m, int sensor, int interp) {
  return static_cast<Interpolation>(interp < 0 ? m.sensor_history[sensor][1] : interp);
}

// A sensor with a period speaks only at its ticks; the last tick is the user slot of its history.
bool at_tick(const Model& m, Data& d, int sensor) {
  const Real period = m.sensor_interval[sensor][0];
  return period <= 0 || sensor_history(m, d, sensor).user() + period <= d.time;
}

void update(const Model& m, Data& d, int sensor) {
  Real* out = d.sensordata.data() + m.sensor_adr[sensor];
  const bool current = !has_history(m, sensor) || (m.sensor_delay[sensor] <= 0 && at_tick(m, d, sensor));
  if (current) {
    compute(m, d, sensor, out);
  } else {
    read_sensor(m, d, sensor, d.time, -1, out);
  }
}

bool is_user(const Model& m, int sensor, int stage) {
  return m.sensor_type[sensor] == mjSENS_USER && m.sensor_needstage[sensor] == stage;
}

// makes fresh what code of users may read at a stage
void freshen(const Model& m, Data& d, int stage) {
  if (stage == mjSTAGE_VEL) sense::fresh_subtree_vel(m, d);
  if (stage == mjSTAGE_ACC) sense::fresh_rne_post(m, d);
}

// The callback is called once for all user sensors of the stage.
void run_user_sensors(const Model& m, Data& d, int stage, const Hooks& hooks) {
  freshen(m, d, stage);
  if (hooks.sensor) hooks.sensor(m, d, stage, hooks.user);
  for (int i = 0; i < m.nsensor; ++i)
    if (is_user(m, i, stage)) apply_cutoff(m, i, d.sensordata.data() + m.sensor_adr[i]);
}

// A plugin without a stage reads positions. Its sensors are limited only if their stage is this one.
void run_plugin_sensors(const Model& m, Data& d, int stage) {
  for_each_plugin(m, d, mjPLUGIN_SENSOR, [&](const Plugin& plugin, const PluginCall& call) {
    const bool now = plugin.needstage == stage || (plugin.needstage == mjSTAGE_NONE && stage == mjSTAGE_POS);
    if (!now) return;
    freshen(m, d, stage);
    plugin.compute(call, mjPLUGIN_SENSOR);
    for (int i = 0; i < m.nsensor; ++i)
      if (m.sensor_plugin[i] == call.instance && m.sensor_needstage[i] == stage)
        apply_cutoff(m, i, d.sensordata.data() + m.sensor_adr[i]);
  });
}

void run_stage(const Model& m, Data& d, int stage, const Hooks& hooks) {
  if (m.opt.disableflags & mjDSBL_SENSOR) return;
  bool has_user = false;
  const bool sleepers = some_asleep(m, d);
  for (int i = 0; i < m.nsensor; ++i) {
    const int type = m.sensor_type[i];
    if (m.sensor_needstage[i] != stage || type == mjSENS_PLUGIN) continue;
    if (sleepers && sleep_state(m, d, mjOBJ_SENSOR, i) == mjS_ASLEEP) continue;  // keeps its reading
    if (type == mjSENS_USER) {
      has_user = true;
      std::fill_n(d.sensordata.data() + m.sensor_adr[i], m.sensor_dim[i], Real(0));
    } else {
      update(m, d, i);
    }
  }
  if (has_user) run_user_sensors(m, d, stage, hooks);
  if (m.nplugin) run_plugin_sensors(m, d, stage);
}

void record(const Model& m, Data& d, int sensor) {
  if (!at_tick(m, d, sensor)) return;
  HistoryBuffer history = sensor_history(m, d, sensor);
  if (m.sensor_interval[sensor][0] > 0) history.user() += m.sensor_interval[sensor][0];
  Real* slot = history.insert(d.time);
  if (m.sensor_delay[sensor] > 0) {
    compute(m, d, sensor, slot);
  } else {
    std::copy_n(d.sensordata.data() + m.sensor_adr[sensor], m.sensor_dim[sensor], slot);
  }
}

}  // namespace

void sensor_pos(const Model& m, Data& d, const Hooks& hooks) { run_stage(m, d, mjSTAGE_POS, hooks); }
void sensor_vel(const Model& m, Data& d, const Hooks& hooks) { run_stage(m, d, mjSTAGE_VEL, hooks); }
void sensor_acc(const Model& m, Data& d, const Hooks& hooks) { run_stage(m, d, mjSTAGE_ACC, hooks); }

void record_sensors(const Model& m, Data& d) {
  if (m.nhistory == 0) return;
  for (int i = 0; i < m.nsensor; ++i)
    if (has_history(m, i)) record(m, d, i);
}

void read_sensor(const Model& m, Data& d, int sensor, Real time, int interp, Real* result) {
  if (!has_history(m, sensor)) {
    std::copy_n(d.sensordata.data() + m.sensor_adr[sensor], m.sensor_dim[sensor], result);
    return;
  }
  sensor_history(m, d, sensor).read(time - m.sensor_delay[sensor], interpolation(m, sensor, interp), result);
}

}  // namespace corten
