#include "corten/sim/reset.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <stdexcept>
#include <string>

#include "corten/model/belongs.h"
#include "corten/model/names.h"
#include "corten/model/step_arena.h"
#include "corten/model/validate.h"
#include "corten/sim/forward.h"
#include "corten/smooth/com.h"
#include "corten/smooth/history.h"
#include "corten/smooth/kinematics.h"
#include "corten/smooth/sleep.h"
#include "corten/smooth/tendon.h"

namespace corten {
namespace {

void clear_arrays(const Model& m, Data& d) {
  Data::visit_arrays(d, m.sizes(), [](const char* name, auto& view, auto...) {
    const std::string_view field = name;
    const bool kept = field == "plugin_state" || field == "plugin" || field == "plugin_data";
    if (view.size() && !kept)
      std::memset(static_cast<void*>(view.data()), 0,
                  static_cast<std::size_t>(view.size()) * sizeof(*view.data()));
  });
}

// contacts stay
void drop_rows(Data& d) {
  const int ncon = d.ncon;
  static_cast<StepCounts&>(d) = {};
  static_cast<RowFields&>(d) = {};
  static_cast<IslandFields&>(d) = {};
  d.ncon = ncon;
}

void clear_step(const Model& m, Data& d) {
  empty_step_arena(m, d);
  d.time = 0;
  d.energy = {};
  d.solver_fwdinv = {};
  d.solver = {};
  d.solver_niter = {};
  d.solver_nnz = {};
  d.warning = {};
  d.timer = {};
  d.flg_energypos = d.flg_energyvel = d.flg_subtreevel = d.flg_rnepost = 0;
  d.maxuse_stack = d.maxuse_arena = 0;
  d.maxuse_con = d.maxuse_efc = 0;
}

bool starts_asleep(const Model& m, int tree) { return m.tree_sleep_policy[tree] == mjSLEEP_INIT; }

bool some_start_asleep(const Model& m) {
  for (int tree = 0; tree < m.ntree; ++tree)
    if (starts_asleep(m, tree)) return true;
  return false;
}

// Trees that are to start asleep are computed once, then fall asleep as if they had rested long enough.
void start_asleep(const Model& m, Data& d) {
  forward(m, d);
  for (int tree = 0; tree < m.ntree; ++tree) d.tree_asleep[tree] = starts_asleep(m, tree) ? -1 : kFullyAwake;
  fall_asleep(m, d);
  std::fill(d.qacc_smooth.begin(), d.qacc_smooth.end(), Real(0));
  std::fill(d.qfrc_smooth.begin(), d.qfrc_smooth.end(), Real(0));
  drop_rows(d);
}

// Static bodies are placed now: steps leave them alone where trees may sleep.
void prepare_sleep(const Model& m, Data& d) {
  list_awake(m, d, true);
  if (some_start_asleep(m)) return start_asleep(m, d);
  kinematics(m, d);
  com_pos(m, d);
  camlight(m, d);
  tendon(m, d);
}

}  // namespace

void reset_data(const Model& m, Data& d) {
  require_belongs(m, d);
  clear_arrays(m, d);
  clear_step(m, d);
  std::copy(m.qpos0.begin(), m.qpos0.end(), d.qpos.begin());
  std::copy(m.eq_active0.begin(), m.eq_active0.end(), d.eq_active.begin());
  reset_history(m, d);
  reset_plugins(m, d);
  std::fill(d.tree_asleep.begin(), d.tree_asleep.end(), kFullyAwake);
  if (sleep_enabled(m)) prepare_sleep(m, d);
  list_awake(m, d);
  for (int body = 0; body < m.nbody; ++body)
    if (const int mocap = m.body_mocapid[body]; mocap >= 0) {
      d.mocap_pos[mocap] = m.body_pos[body];
      d.mocap_quat[mocap] = m.body_quat[body];
    }
}

std::string failed_to_sleep(const Model& m, const Data& d) {
  if (!sleep_enabled(m)) return {};
  for (int tree = 0; tree < m.ntree; ++tree) {
    if (!starts_asleep(m, tree) || d.tree_asleep[tree] >= 0) continue;
    const int body = m.tree_bodyadr[tree];
    const char* name = id2name(m, mjOBJ_BODY, body);
    const std::string who =
        name && *name ? "body '" + std::string(name) + "'" : "body " + std::to_string(body);
    return who +
           " cannot start asleep: it touches or is tied to a tree without sleep=\"init\", or islands are "
           "disabled while something holds it";
  }
  return {};
}

void reset_data_keyframe(const Model& m, Data& d, int key) {
  reset_data(m, d);
  if (key < 0 || key >= m.nkey) return;
  d.time = m.key_time[key];
  const auto load = [](std::span<const Real> from, Real* to) { std::copy(from.begin(), from.end(), to); };
  load(m.key_qpos[key], d.qpos.data());
  load(m.key_qvel[key], d.qvel.data());
  load(m.key_act[key], d.act.data());
  load(m.key_ctrl[key], d.ctrl.data());
  if (m.nmocap) {
    load(m.key_mpos[key], d.mocap_pos[0].data());
    load(m.key_mquat[key], d.mocap_quat[0].data());
  }
}

Data make_data(const Model& m) {
  assert(validate(m).empty());
  Data d = Data::zeros(m);
  start_plugins(m, d);
  reset_data(m, d);
  if (const std::string awake = failed_to_sleep(m, d); !awake.empty()) throw std::invalid_argument(awake);
  return d;
}

}  // namespace corten
