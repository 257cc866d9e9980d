// Keyframes of models whose tree changes after the keys were written.
#include "corten/spec/keyframes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "corten/spec/names.h"
#include "corten/spec/state_layout.h"

namespace corten::spec {

namespace {

constexpr Real kReference = std::numeric_limits<Real>::quiet_NaN();

// ---- the arrays of a key, and whose values they hold ----

struct KeyArray {
  const char* name;
  std::vector<Real> Key::*values;
  bool PendingKey::*given;
  std::map<std::string, std::vector<Real>> KeptState::*kept;
  Real otherwise;  // of an element that keeps no value
};

constexpr int kArrays = 6;
constexpr KeyArray kArray[kArrays] = {
    {"qpos", &Key::qpos, &PendingKey::qpos, &KeptState::first, kReference},
    {"qvel", &Key::qvel, &PendingKey::qvel, &KeptState::second, 0},
    {"act", &Key::act, &PendingKey::act, &KeptState::first, 0},
    {"ctrl", &Key::ctrl, &PendingKey::ctrl, &KeptState::second, 0},
    {"mpos", &Key::mpos, &PendingKey::mpos, &KeptState::first, kReference},
    {"mquat", &Key::mquat, &PendingKey::mquat, &KeptState::second, kReference}};

// An element's part of an array.
template <class Kept>
struct Slice {
  Kept* kept;
  int size;
};
template <class Kept>
using Slices = std::array<std::vector<Slice<Kept>>, kArrays>;

// Kept is const or not as the trees are.
template <class Kept, class Tree, class Actuators>
Slices<Kept> slices_of(const std::vector<Tree*>& roots, Actuators& actuators) {
  Slices<Kept> slices;
  const auto add_body = [&](auto& body) {
    for (auto& joint : body.joints) {
      slices[0].push_back({&joint.kept, state_size(joint).nq});
      slices[1].push_back({&joint.kept, state_size(joint).nv});
    }
    if (!*body.mocap) return;
    slices[4].push_back({&body.kept, 3});
    slices[5].push_back({&body.kept, 4});
  };
  for (Tree* root : roots) for_each_body(*root, add_body);
  for (auto& actuator : actuators) {
    slices[2].push_back({&actuator.kept, state_size(actuator).na});
    slices[3].push_back({&actuator.kept, 1});
  }
  return slices;
}

template <class Kept>
std::size_t total(const std::vector<Slice<Kept>>& slices) {
  std::size_t size = 0;
  for (const auto& slice : slices) size += static_cast<std::size_t>(slice.size);
  return size;
}

template <class Kept>
std::string check_sizes(const Key& key, const Slices<Kept>& slices) {
  for (int i = 0; i < kArrays; ++i) {
    const auto& values = key.*kArray[i].values;
    const std::size_t expected = total(slices[i]);
    if (values.empty() || values.size() == expected) continue;
    return "Keyframe '" + key.name + "' has invalid " + kArray[i].name + " size, got " +
           std::to_string(values.size()) + ", should be " + std::to_string(expected);
  }
  return {};
}

void keep(const Key& key, const std::string& name, const Slices<KeptState>& slices) {
  for (int i = 0; i < kArrays; ++i) {
    if ((key.*kArray[i].values).empty()) continue;
    auto at = (key.*kArray[i].values).begin();
    for (const Slice<KeptState>& slice : slices[i]) {
      (slice.kept->*kArray[i].kept)[name].assign(at, at + slice.size);
      at += slice.size;
    }
  }
}

PendingKey announce(const Key& key, const std::string& name) {
  PendingKey pending;
  static_cast<Node&>(pending) = key;
  pending.name = name;
  pending.time = *key.time;
  for (const KeyArray& array : kArray) pending.*array.given = !(key.*array.values).empty();
  return pending;
}

void append_kept(const KeyArray& array, const std::string& name, const Slice<const KeptState>& slice,
                 std::vector<Real>& values) {
  const auto& kept = slice.kept->*array.kept;
  const auto found = kept.find(name);
  const std::size_t end = values.size() + static_cast<std::size_t>(slice.size);
  if (found != kept.end() && !found->second.empty() && !std::isnan(found->second[0]))
    values.insert(values.end(), found->second.begin(), found->second.end());
  values.resize(end, array.otherwise);
}

void collect(const PendingKey& pending, const Slices<const KeptState>& slices, Key& key) {
  key.time = pending.time;
  for (int i = 0; i < kArrays; ++i) {
    if (!(pending.*kArray[i].given)) continue;
    auto& values = key.*kArray[i].values;
    values.clear();
    for (const auto& slice : slices[i]) append_kept(kArray[i], pending.name, slice, values);
  }
}

// ---- the written reference ----

void append_reference(const Spec& spec, const Body& body, const Joint& joint, std::vector<Real>& qpos) {
  const Default* defaults = spec.defaults.find(joint.classname);
  const int known = defaults ? *defaults->joint.type : mjJNT_HINGE;
  std::vector<Real> values{*joint.ref};
  if (known == mjJNT_BALL) values = {1};
  if (known == mjJNT_FREE) {
    values.assign(body.pos->begin(), body.pos->end());
    values.insert(values.end(), body.quat->data(), body.quat->data() + 4);
  }
  values.resize(static_cast<std::size_t>(state_size(joint).nq));
  qpos.insert(qpos.end(), values.begin(), values.end());
}

void lengthen(std::vector<Real>& given, const std::vector<Real>& reference, std::size_t width) {
  if (given.empty() || given.size() >= reference.size()) return;
  given.resize(given.size() / width * width);
  given.insert(given.end(), reference.begin() + static_cast<std::ptrdiff_t>(given.size()), reference.end());
}

}  // namespace

std::string keep_keys(Spec& spec, const Roots& roots, const Renaming& rename, List<PendingKey>& pending) {
  if (spec.keys.empty()) return {};
  const auto slices = slices_of<KeptState>(roots, spec.actuators);
  for (const Key& key : spec.keys) {
    if (std::string wrong = check_sizes(key, slices); !wrong.empty()) return wrong;
    const std::string name = rename.prefix + key.name + rename.suffix;  // also of keys without a name
    pending.add(announce(key, name));
    keep(key, name, slices);
  }
  return {};
}

std::string suspend_keys(Spec& spec, const Roots& roots, const NameSets& present) {
  for (Actuator& actuator : spec.actuators)
    if (is_resolved(actuator, present)) forget_keys(actuator);
  return keep_keys(spec, roots, {}, spec.pending_keys);
}

std::string check_key_sizes(const Spec& spec) {
  const auto slices = slices_of<const KeptState>(std::vector<const Body*>{&spec.world}, spec.actuators);
  for (const Key& key : spec.keys)
    if (std::string wrong = check_sizes(key, slices); !wrong.empty()) return wrong;
  return {};
}

void forget_keys(Body& root) {
  for_each_body(root, [](Body& body) {
    body.kept = {};
    for (Joint& joint : body.joints) joint.kept = {};
  });
}

void forget_keys(Actuator& actuator) { actuator.kept = {}; }

Key written_reference(const Spec& spec, const std::vector<const Body*>& roots) {
  Key reference;
  const auto slices = slices_of<const KeptState>(roots, spec.actuators);
  for (int i = 1; i < 4; ++i) (reference.*kArray[i].values).resize(total(slices[i]));
  const auto add_body = [&](const Body& body) {
    for (const Joint& joint : body.joints) append_reference(spec, body, joint, reference.qpos);
    if (!*body.mocap) return;
    reference.mpos.insert(reference.mpos.end(), body.pos->begin(), body.pos->end());
    reference.mquat.insert(reference.mquat.end(), body.quat->data(), body.quat->data() + 4);
  };
  for (const Body* root : roots) for_each_body(*root, add_body);
  return reference;
}

void lengthen(Key& key, const Key& reference) {
  for (const KeyArray& array : kArray) {
    const std::size_t width = array.values == &Key::mpos ? 3 : array.values == &Key::mquat ? 4 : 1;
    lengthen(key.*array.values, reference.*array.values, width);
  }
}

void lengthen_keys(Spec& spec, const Roots& roots) {
  if (spec.keys.empty()) return;
  const Key reference = written_reference(spec, {roots.begin(), roots.end()});
  for (Key& key : spec.keys) lengthen(key, reference);
}

List<Key> pending_keys(const Spec& spec) {
  const auto slices = slices_of<const KeptState>(std::vector<const Body*>{&spec.world}, spec.actuators);
  List<Key> keys;
  std::map<std::string, Key*> last;  // of several keys without a name the oracle fills only the last
  for (const PendingKey& pending : spec.pending_keys) {
    Key& key = keys.add();
    static_cast<Node&>(key) = pending;
    last[pending.name] = &key;
  }
  for (const PendingKey& pending : spec.pending_keys) collect(pending, slices, *last[pending.name]);
  return keys;
}

}  // namespace corten::spec
