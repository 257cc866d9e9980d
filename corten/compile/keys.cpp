// Keyframes: short ones are padded, absent parts take reference values.
#include <algorithm>
#include <cmath>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"
#include "corten/spec/keyframes.h"

namespace corten {
namespace {

// Empty, or which array is longer than the state.
std::string check_sizes(const spec::Key& key, const spec::Key& reference) {
  std::string wrong;
  const auto check = [&](const char* name, const std::vector<Real>& given, const std::vector<Real>& whole) {
    if (given.size() <= whole.size() || !wrong.empty()) return;
    wrong = std::string("invalid ") + name + " size, expected " + std::to_string(whole.size()) + ", got " +
            std::to_string(given.size());
  };
  check("qpos", key.qpos, reference.qpos);
  check("qvel", key.qvel, reference.qvel);
  check("act", key.act, reference.act);
  check("ctrl", key.ctrl, reference.ctrl);
  check("mpos", key.mpos, reference.mpos);
  check("mquat", key.mquat, reference.mquat);
  return wrong;
}

// ---- into the Model ----

void copy_or(const std::vector<Real>& given, std::span<const Real> otherwise, std::span<Real> row) {
  const std::span<const Real> source = given.empty() ? otherwise : std::span<const Real>(given);
  std::copy_n(source.begin(), std::min(source.size(), row.size()), row.begin());
}

void complete(std::span<const Real> reference, std::span<Real> row) {
  for (std::size_t i = 0; i < row.size(); ++i)
    if (std::isnan(row[i])) row[i] = reference[i];
}

void normalize_rotations(const Model& m, std::span<Real> qpos) {
  for (int joint = 0; joint < m.njnt; ++joint) {
    if (m.jnt_type[joint] != mjJNT_FREE && m.jnt_type[joint] != mjJNT_BALL) continue;
    Real* at = &qpos[m.jnt_qposadr[joint] + (m.jnt_type[joint] == mjJNT_FREE ? 3 : 0)];
    Quat<Real> quat{at[0], at[1], at[2], at[3]};
    build::normalize(quat);
    normalize(quat);  // a rotation without direction becomes the identity
    std::copy_n(quat.data(), 4, at);
  }
}

void fill_mocap(const DraftKey& draft, int id, Model& m) {
  const auto& [key, sparse] = draft;
  for (int body = 0; body < m.nbody; ++body) {
    const int mocap = m.body_mocapid[body];
    if (mocap < 0) continue;
    Real* pos = &m.key_mpos[id][3 * mocap];
    Real* quat = &m.key_mquat[id][4 * mocap];
    // the first number tells whether the body has a pose in a sparse key
    const bool has_pos = !key.mpos.empty() && !(sparse && std::isnan(key.mpos[3 * mocap]));
    const bool has_quat = !key.mquat.empty() && !(sparse && std::isnan(key.mquat[4 * mocap]));
    std::copy_n(has_pos ? &key.mpos[3 * mocap] : m.body_pos[body].data(), 3, pos);
    std::copy_n(has_quat ? &key.mquat[4 * mocap] : m.body_quat[body].data(), 4, quat);
    build::normalize(quat, 4);
  }
}

}  // namespace

void resolve_keys(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  spec::Key reference = written_reference(spec, {&spec.world});
  reference.act.resize(static_cast<std::size_t>(draft.sizes.na));  // with the states of plugins
  const auto add = [&](spec::Key key, bool sparse) {
    spec::lengthen(key, reference);
    if (std::string wrong = check_sizes(key, reference); !wrong.empty())
      refuse(diagnostics, "key", key, wrong);
    draft.keys.push_back({std::move(key), sparse});
  };
  for (const spec::Key& key : spec.keys) add(key, false);
  const std::size_t wanted = static_cast<std::size_t>(std::max(0, *spec.size.nkey));
  if (draft.keys.size() < wanted) {
    draft.budget.draw_elements(static_cast<std::int64_t>(wanted), spec.size.place, "<size>");
    draft.keys.resize(wanted);
  }
  for (const spec::Key& key : spec::pending_keys(spec)) add(key, true);
  std::vector<std::string> names;
  for (const DraftKey& key : draft.keys) names.push_back(key.spec.name);
  draft.names.assign(mjOBJ_KEY, std::move(names));
}

void fill_keys(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.nkey; ++id) {
    const auto& [key, sparse] = draft.keys[id];
    m.key_time[id] = *key.time;
    copy_or(key.qpos, m.qpos0.span(), m.key_qpos[id]);
    if (sparse) complete(m.qpos0.span(), m.key_qpos[id]);
    copy_or(key.qvel, {}, m.key_qvel[id]);
    copy_or(key.act, {}, m.key_act[id]);
    copy_or(key.ctrl, {}, m.key_ctrl[id]);
    fill_mocap(draft.keys[id], id, m);
    normalize_rotations(m, m.key_qpos[id]);
  }
}

void settle_keys(Spec& spec, const Model& m) {
  spec::List<spec::Key> settled = spec::pending_keys(spec);
  while (spec.keys.size() + settled.size() < m.nkey) spec.keys.add();
  for (spec::Key& key : settled) {
    const int id = spec.keys.size();
    const auto settle = [](std::vector<Real>& values, std::span<const Real> row) {
      if (!values.empty()) values.assign(row.begin(), row.end());
    };
    settle(key.qpos, m.key_qpos[id]);
    settle(key.mpos, m.key_mpos[id]);
    settle(key.mquat, m.key_mquat[id]);
    spec.keys.add(std::move(key));
  }
  spec.pending_keys.clear();
}

}  // namespace corten
