// Keyframes of models that grow while they are read: by replicate and attach.
#pragma once

#include "corten/spec/spec.h"

namespace corten::spec {

// Sizes of the state of a tree and its actuators.
struct StateSize {
  int nq = 0, nv = 0, na = 0, nu = 0, nmocap = 0;
};
StateSize tree_size(const Body& root);
StateSize actuator_size(const List<Actuator>& actuators);
StateSize operator+(const StateSize& a, const StateSize& b);

// Gives the arrays of a sparse key that has any the size of the state.
void complete_key(Key& key, const StateSize& size);

// Empty, or which array of a key does not have the size of the state.
std::string check_key_sizes(const Key& key, const StateSize& size);

// Keys for `count` replicas of `replica`, which followed a state of size `before`: one copy of each key per
// replica, then the key itself with the replicas at their reference. `suffixes` has one entry per replica.
void replicate_keys(Spec& spec, const Body& replica, const StateSize& before,
                    const std::vector<std::string>& suffixes);

// Values of the remaining actuators of a key; `was` are the actuators it was written for.
void select_actuators(Key& key, const std::vector<const Actuator*>& was, const List<Actuator>& now);

// Keys of an attached model: `subtree` of `child` was attached at the end of a state of size `before`;
// `actuators` are the indices of the child's actuators that came along.
void attach_keys(Spec& target, const Spec& child, const Body& subtree, const StateSize& before,
                 const std::vector<int>& actuators, const std::string& prefix);

}  // namespace corten::spec
