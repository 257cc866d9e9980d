// Keyframes of models that grow while they are read: by replicate and attach.
#pragma once

#include "corten/spec/graft.h"
#include "corten/spec/spec.h"

namespace corten::spec {

// Sizes of the state of a tree and its actuators.
struct StateSize {
  int nq = 0, nv = 0, na = 0, nu = 0, nmocap = 0;
};
StateSize tree_size(const Body& root);
StateSize actuator_size(const List<Actuator>& actuators);
StateSize operator+(const StateSize& a, const StateSize& b);

// Empty, or which array of a key does not have the size of the state.
std::string check_key_sizes(const Key& key, const StateSize& size);

// Keys for replicas of `replica`, which followed a state of size `before`: one copy of each key per replica,
// then the key itself with the replicas at their reference. Sparse keys are not copied. One suffix per
// replica.
void replicate_keys(Spec& spec, const Body& replica, const StateSize& before,
                    const std::vector<std::string>& suffixes);

// An actuator a key was written for; it may be gone, so it is only compared.
struct ActuatorSlot {
  const Actuator* actuator;
  int activations;
};
std::vector<ActuatorSlot> actuator_slots(const List<Actuator>& actuators);
// Keeps the values of those actuators of `was` that are left in `now`; new ones have zeros.
void select_actuators(Key& key, const std::vector<ActuatorSlot>& was, const List<Actuator>& now);

// What the values of a key are of, in their order: joints and mocap bodies, actuators.
struct StateSlot {
  const void* element;
  StateSize size;
};
using StateLayout = std::vector<StateSlot>;
StateLayout state_layout(const Spec& spec);
// Keeps the values of those elements of `was` that are left, for keys that were written for `was`.
void keep_key_values(Spec& spec, const StateLayout& was);

// Keys of an attached model: `subtree` of `child` was attached at the end of a state of size `before`;
// `actuators` are the indices of the child's actuators that came along.
void attach_keys(Spec& target, const Spec& child, const Body& subtree, const StateSize& before,
                 const std::vector<int>& actuators, const Renaming& rename);

// Size of the state of all bodies of a tree that come before one of them.
StateSize size_before(const Body& root, const Body& subtree);

}  // namespace corten::spec
