// Keyframes: short ones are padded, absent parts take reference values.
#include <algorithm>
#include <cmath>
#include <limits>

#include "corten/compile/passes.h"
#include "corten/compile/refuse.h"

namespace corten {
namespace {

// ---- padding of short arrays ----

// What the oracle appends to a short qpos: it does so before joints are compiled, so angles are as written
// and the type of a joint is known only if it comes from its default class.
void append_reference(const Spec& spec, const DraftJoint& joint, const spec::Body& body,
                      std::vector<Real>& qpos) {
  const spec::Default* defaults = spec.defaults.find(joint.spec->classname);
  const int known = defaults ? *defaults->joint.type : mjJNT_HINGE;
  const std::size_t size = *joint.spec->type == mjJNT_FREE ? 7 : *joint.spec->type == mjJNT_BALL ? 4 : 1;
  std::vector<Real> values{*joint.spec->ref};
  if (known == mjJNT_BALL) values = {1};
  if (known == mjJNT_FREE) {
    values.assign(body.pos->begin(), body.pos->end());
    values.insert(values.end(), body.quat->data(), body.quat->data() + 4);
  }
  values.resize(size);
  qpos.insert(qpos.end(), values.begin(), values.end());
}

std::vector<Real> padding_qpos(const Spec& spec, const Draft& draft) {
  std::vector<Real> qpos;
  for (const DraftJoint& joint : draft.joints)
    append_reference(spec, joint, *draft.bodies[joint.body].spec, qpos);
  return qpos;
}

// keeps the leading numbers, takes the rest from `padding`
void pad(std::vector<Real>& given, const std::vector<Real>& padding, std::size_t keep) {
  if (given.empty() || given.size() >= padding.size()) return;
  given.resize(keep);
  given.insert(given.end(), padding.begin() + static_cast<std::ptrdiff_t>(keep), padding.end());
}

struct Padding {
  std::vector<Real> qpos, qvel, act, mpos, mquat, ctrl;
};

Padding make_padding(const Spec& spec, const Draft& draft) {
  Padding padding;
  padding.qpos = padding_qpos(spec, draft);
  for (const DraftJoint& joint : draft.joints)
    padding.qvel.resize(padding.qvel.size() + (joint.type == mjJNT_FREE   ? 6
                                               : joint.type == mjJNT_BALL ? 3
                                                                          : 1));
  for (const DraftActuator& actuator : draft.actuators)
    padding.act.resize(padding.act.size() + actuator.actnum);
  padding.ctrl.resize(draft.actuators.size());
  for (const DraftBody& body : draft.bodies) {
    if (!*body.spec->mocap) continue;
    padding.mpos.insert(padding.mpos.end(), body.spec->pos->begin(), body.spec->pos->end());
    padding.mquat.insert(padding.mquat.end(), body.spec->quat->data(), body.spec->quat->data() + 4);
  }
  return padding;
}

// Of keys that replicate or attach made: what they do not name is the compiled reference, marked by NaN.
Padding reference_padding(Padding padding) {
  for (std::vector<Real>* values : {&padding.qpos, &padding.mpos, &padding.mquat})
    std::fill(values->begin(), values->end(), std::numeric_limits<Real>::quiet_NaN());
  return padding;
}

const char* pad_key(const Padding& padding, DraftKey& key) {
  pad(key.qpos, padding.qpos, key.qpos.size());
  pad(key.qvel, padding.qvel, key.qvel.size());
  pad(key.act, padding.act, key.act.size());
  pad(key.ctrl, padding.ctrl, key.ctrl.size());
  pad(key.mpos, padding.mpos, key.mpos.size() / 3 * 3);
  pad(key.mquat, padding.mquat, key.mquat.size() / 4 * 4);
  if (key.qpos.size() > padding.qpos.size()) return "invalid qpos size";
  if (key.qvel.size() > padding.qvel.size()) return "invalid qvel size";
  if (key.act.size() > padding.act.size()) return "invalid act size";
  if (key.ctrl.size() > padding.ctrl.size()) return "invalid ctrl size";
  if (key.mpos.size() > padding.mpos.size()) return "invalid mpos size";
  if (key.mquat.size() > padding.mquat.size()) return "invalid mquat size";
  return nullptr;
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

void fill_mocap(const DraftKey& key, int id, Model& m) {
  for (int body = 0; body < m.nbody; ++body) {
    const int mocap = m.body_mocapid[body];
    if (mocap < 0) continue;
    Real* pos = &m.key_mpos[id][3 * mocap];
    Real* quat = &m.key_mquat[id][4 * mocap];
    std::copy_n(key.mpos.empty() ? m.body_pos[body].data() : &key.mpos[3 * mocap], 3, pos);
    std::copy_n(key.mquat.empty() ? m.body_quat[body].data() : &key.mquat[4 * mocap], 4, quat);
    if (key.sparse) {
      complete({m.body_pos[body].data(), 3}, {pos, 3});
      complete({m.body_quat[body].data(), 4}, {quat, 4});
    }
    build::normalize(quat, 4);
  }
}

}  // namespace

void resolve_keys(const Spec& spec, Draft& draft, Diagnostics& diagnostics) {
  const Padding padding = make_padding(spec, draft);
  const Padding reference = reference_padding(padding);
  for (const spec::Key& node : spec.keys) {
    DraftKey key{node.name, *node.time, node.qpos, node.qvel,  node.act,
                 node.mpos, node.mquat, node.ctrl, node.sparse};
    if (const char* wrong = pad_key(node.sparse ? reference : padding, key))
      refuse(diagnostics, "key", node, wrong);
    draft.keys.push_back(std::move(key));
  }
  const std::size_t wanted = static_cast<std::size_t>(std::max(0, *spec.size.nkey));
  if (draft.keys.size() < wanted) draft.keys.resize(wanted);
  std::vector<std::string> names;
  for (const DraftKey& key : draft.keys) names.push_back(key.name);
  draft.names.assign(mjOBJ_KEY, std::move(names));
}

void fill_keys(const Spec&, Draft& draft, Diagnostics&) {
  Model& m = draft.model;
  for (int id = 0; id < m.nkey; ++id) {
    const DraftKey& key = draft.keys[id];
    m.key_time[id] = key.time;
    copy_or(key.qpos, m.qpos0.span(), m.key_qpos[id]);
    if (key.sparse) complete(m.qpos0.span(), m.key_qpos[id]);
    copy_or(key.qvel, {}, m.key_qvel[id]);
    copy_or(key.act, {}, m.key_act[id]);
    copy_or(key.ctrl, {}, m.key_ctrl[id]);
    fill_mocap(key, id, m);
    normalize_rotations(m, m.key_qpos[id]);
  }
}

}  // namespace corten
