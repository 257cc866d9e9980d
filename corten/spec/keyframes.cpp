// Keyframes of models that grow while they are read.
#include "corten/spec/keyframes.h"

#include <algorithm>
#include <limits>
#include <set>

#include "corten/spec/names.h"

namespace corten::spec {

namespace {

constexpr Real kReference = std::numeric_limits<Real>::quiet_NaN();

int joint_nq(int type) { return type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1; }
int joint_nv(int type) { return type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1; }

int activations(const Actuator& a) { return *a.actdim >= 0 ? *a.actdim : (*a.dyntype != mjDYN_NONE ? 1 : 0); }

void append(std::vector<Real>& to, const std::vector<Real>& from, int begin, int count) {
  to.insert(to.end(), from.begin() + begin, from.begin() + begin + count);
}

// As the oracle, the reference of a replica is the written `ref`, not converted, and zeros.
std::vector<Real> raw_reference(const Body& root) {
  std::vector<Real> qpos;
  for_each_body(root, [&](const Body& body) {
    for (const Joint& joint : body.joints) {
      qpos.push_back(*joint.ref);
      qpos.insert(qpos.end(), static_cast<std::size_t>(joint_nq(*joint.type) - 1), 0.0);
    }
  });
  return qpos;
}

// The first `before` values, `filler` for `earlier` replicas, then `tail`.
std::vector<Real> spread(const std::vector<Real>& values, int before, const std::vector<Real>& filler,
                         int earlier, bool with_tail) {
  if (values.empty()) return {};
  std::vector<Real> all(values.begin(), values.begin() + before);
  for (int i = 0; i < earlier; ++i) all.insert(all.end(), filler.begin(), filler.end());
  if (with_tail) all.insert(all.end(), values.begin() + before, values.end());
  return all;
}

std::vector<Real> filled(int count, Real value) {
  return std::vector<Real>(static_cast<std::size_t>(count), value);
}

void spread_key(Key& key, const Body& replica, const StateSize& before, int earlier, bool with_tail) {
  const StateSize own = tree_size(replica);
  key.sparse = true;
  key.qpos = spread(key.qpos, before.nq, raw_reference(replica), earlier, with_tail);
  key.qvel = spread(key.qvel, before.nv, filled(own.nv, 0), earlier, with_tail);
  key.mpos = spread(key.mpos, 3 * before.nmocap, filled(3 * own.nmocap, kReference), earlier, with_tail);
  key.mquat = spread(key.mquat, 4 * before.nmocap, filled(4 * own.nmocap, kReference), earlier, with_tail);
}

// `count` values at `begin` of a child's array, behind `before` values of the parent.
std::vector<Real> transplant(const std::vector<Real>& values, int begin, int count, int before, Real filler) {
  if (values.empty()) return {};
  std::vector<Real> all = filled(before, filler);
  append(all, values, begin, count);
  return all;
}

int activations_before(const List<Actuator>& actuators, int index) {
  int count = 0;
  for (int i = 0; i < index; ++i) count += activations(actuators[i]);
  return count;
}

void transplant_actuators(Key& key, const Spec& child, const StateSize& before,
                          const std::vector<int>& actuators) {
  std::vector<Real> ctrl = filled(before.nu, 0);
  std::vector<Real> act = filled(before.na, 0);
  for (int i : actuators) {
    if (!key.ctrl.empty()) append(ctrl, key.ctrl, i, 1);
    if (!key.act.empty())
      append(act, key.act, activations_before(child.actuators, i), activations(child.actuators[i]));
  }
  if (!key.ctrl.empty()) key.ctrl = std::move(ctrl);
  if (!key.act.empty()) key.act = std::move(act);
}

}  // namespace

StateSize tree_size(const Body& root) {
  StateSize size;
  for_each_body(root, [&](const Body& body) {
    for (const Joint& joint : body.joints) {
      size.nq += joint_nq(*joint.type);
      size.nv += joint_nv(*joint.type);
    }
    size.nmocap += *body.mocap ? 1 : 0;
  });
  return size;
}

StateSize actuator_size(const List<Actuator>& actuators) {
  StateSize size;
  size.nu = actuators.size();
  for (const Actuator& actuator : actuators) size.na += activations(actuator);
  return size;
}

StateSize operator+(const StateSize& a, const StateSize& b) {
  return {a.nq + b.nq, a.nv + b.nv, a.na + b.na, a.nu + b.nu, a.nmocap + b.nmocap};
}

std::string check_key_sizes(const Key& key, const StateSize& size) {
  const std::pair<const char*, std::pair<const std::vector<Real>*, int>> arrays[] = {
      {"qpos", {&key.qpos, size.nq}},         {"qvel", {&key.qvel, size.nv}},
      {"act", {&key.act, size.na}},           {"ctrl", {&key.ctrl, size.nu}},
      {"mpos", {&key.mpos, 3 * size.nmocap}}, {"mquat", {&key.mquat, 4 * size.nmocap}}};
  for (const auto& [name, array] : arrays) {
    const auto& [values, expected] = array;
    if (values->empty() || static_cast<int>(values->size()) == expected) continue;
    return "keyframe '" + key.name + "' has " + std::to_string(values->size()) + " values in " + name +
           ", expected " + std::to_string(expected);
  }
  return {};
}

void replicate_keys(Spec& spec, const Body& replica, const StateSize& before,
                    const std::vector<std::string>& suffixes) {
  List<Key> done;
  List<Key> fresh;
  for (Key& key : spec.keys) (key.sparse ? done : fresh).add(std::move(key));
  for (int i = 0; i < static_cast<int>(suffixes.size()); ++i) {
    for (const Key& original : fresh) {
      Key& key = done.add(original);
      key.name = original.name + suffixes[static_cast<std::size_t>(i)];
      spread_key(key, replica, before, i, true);
      key.act.clear();
      key.ctrl.clear();
    }
  }
  for (Key& original : fresh) {
    spread_key(original, replica, before, static_cast<int>(suffixes.size()), false);
    done.add(std::move(original));
  }
  spec.keys = std::move(done);
}

std::vector<ActuatorSlot> actuator_slots(const List<Actuator>& actuators) {
  std::vector<ActuatorSlot> slots;
  for (const Actuator& actuator : actuators) slots.push_back({&actuator, activations(actuator)});
  return slots;
}

void select_actuators(Key& key, const std::vector<ActuatorSlot>& was, const List<Actuator>& now) {
  const auto value = [](const std::vector<Real>& values, int i) {
    return i < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(i)] : 0;
  };
  std::vector<Real> ctrl;
  std::vector<Real> act;
  int ctrl_at = 0;
  int act_at = 0;
  std::size_t next = 0;  // of `was`; the remaining ones are in the same order
  for (const Actuator& actuator : now) {
    std::size_t found = next;
    while (found < was.size() && was[found].actuator != &actuator) ++found;
    const bool old = found < was.size();
    if (old) {
      for (; next < found; ++next) act_at += was[next].activations;
      ctrl_at = static_cast<int>(next++);
    }
    ctrl.push_back(old ? value(key.ctrl, ctrl_at) : 0);
    for (int i = 0; i < activations(actuator); ++i) act.push_back(old ? value(key.act, act_at++) : 0);
  }
  if (!key.ctrl.empty()) key.ctrl = std::move(ctrl);
  if (!key.act.empty()) key.act = std::move(act);
}

StateSize size_before(const Body& root, const Body& subtree) {
  StateSize size;
  bool reached = false;
  for_each_body(root, [&](const Body& body) {
    reached = reached || &body == &subtree;
    if (reached) return;
    for (const Joint& joint : body.joints) {
      size.nq += joint_nq(*joint.type);
      size.nv += joint_nv(*joint.type);
    }
    size.nmocap += *body.mocap ? 1 : 0;
  });
  return size;
}

StateLayout state_layout(const Spec& spec) {
  StateLayout layout;
  for_each_body(spec.world, [&](const Body& body) {
    if (*body.mocap) layout.push_back({&body, {.nmocap = 1}});
    for (const Joint& joint : body.joints)
      layout.push_back({&joint, {.nq = joint_nq(*joint.type), .nv = joint_nv(*joint.type)}});
  });
  for (const Actuator& actuator : spec.actuators)
    layout.push_back({&actuator, {.na = activations(actuator), .nu = 1}});
  return layout;
}

void keep_key_values(Spec& spec, const StateLayout& was) {
  std::set<const void*> left;
  for (const StateSlot& slot : state_layout(spec)) left.insert(slot.element);
  const auto keep = [&](std::vector<Real>& values, int StateSize::*size, int width) {
    std::vector<Real> kept;
    std::size_t at = 0;
    for (const StateSlot& slot : was) {
      const auto count = static_cast<std::size_t>(width * (slot.size.*size));
      const std::size_t end = std::min(at + count, values.size());
      if (left.contains(slot.element))
        kept.insert(kept.end(), values.begin() + std::ptrdiff_t(at), values.begin() + std::ptrdiff_t(end));
      at = end;
    }
    values = std::move(kept);
  };
  for (Key& key : spec.keys) {
    keep(key.qpos, &StateSize::nq, 1);
    keep(key.qvel, &StateSize::nv, 1);
    keep(key.act, &StateSize::na, 1);
    keep(key.ctrl, &StateSize::nu, 1);
    keep(key.mpos, &StateSize::nmocap, 3);
    keep(key.mquat, &StateSize::nmocap, 4);
  }
}

void attach_keys(Spec& target, const Spec& child, const Body& subtree, const StateSize& before,
                 const std::vector<int>& actuators, const Renaming& rename) {
  const StateSize first = size_before(child.world, subtree);
  const StateSize own = tree_size(subtree);
  for (const Key& original : child.keys) {
    Key& key = target.keys.add(original);
    key.name = rename.prefix + original.name + rename.suffix;
    key.sparse = true;
    key.qpos = transplant(original.qpos, first.nq, own.nq, before.nq, kReference);
    key.qvel = transplant(original.qvel, first.nv, own.nv, before.nv, 0);
    key.mpos = transplant(original.mpos, 3 * first.nmocap, 3 * own.nmocap, 3 * before.nmocap, kReference);
    key.mquat = transplant(original.mquat, 4 * first.nmocap, 4 * own.nmocap, 4 * before.nmocap, kReference);
    transplant_actuators(key, child, before, actuators);
  }
}

}  // namespace corten::spec
