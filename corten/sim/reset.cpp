#include "corten/sim/reset.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "corten/sim/supported.h"
#include "corten/smooth/history.h"

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

void clear_step(Data& d) {
  static_cast<StepCounts&>(d) = {};
  static_cast<RowFields&>(d) = {};
  static_cast<IslandFields&>(d) = {};
  d.contact = {};
  d.arena.reset();
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

// steps a tree has to rest before it may sleep; counted upwards from −(1 + this)
constexpr int kMinAwake = 10;

// mocap bodies move although no dof moves them
bool is_static(const Model& m, int body) {
  return m.body_treeid[body] < 0 && m.body_mocapid[m.body_rootid[body]] < 0;
}

void wake_all(const Model& m, Data& d) {
  d.ntree_awake = m.ntree;
  d.nv_awake = m.nv;
  d.nbody_awake = m.nbody;
  d.nparent_awake = m.nbody - 1;
  for (int tree = 0; tree < m.ntree; ++tree) {
    d.tree_awake[tree] = 1;
    d.tree_asleep[tree] = -(1 + kMinAwake);
  }
  for (int body = 0; body < m.nbody; ++body) {
    d.body_awake[body] = is_static(m, body) ? mjS_STATIC : mjS_AWAKE;
    d.body_awake_ind[body] = body;
    if (body > 0) d.parent_awake_ind[body - 1] = body;
  }
  for (int dof = 0; dof < m.nv; ++dof) d.dof_awake_ind[dof] = dof;
}

}  // namespace

void reset_data(const Model& m, Data& d) {
  clear_arrays(m, d);
  clear_step(d);
  wake_all(m, d);
  std::copy(m.qpos0.begin(), m.qpos0.end(), d.qpos.begin());
  std::copy(m.eq_active0.begin(), m.eq_active0.end(), d.eq_active.begin());
  for (int body = 0; body < m.nbody; ++body)
    if (const int mocap = m.body_mocapid[body]; mocap >= 0) {
      d.mocap_pos[mocap] = m.body_pos[body];
      d.mocap_quat[mocap] = m.body_quat[body];
    }
  reset_history(m, d);
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
  if (const std::string missing = unsupported(m); !missing.empty()) throw std::invalid_argument(missing);
  Data d(m);
  reset_data(m, d);
  return d;
}

}  // namespace corten
