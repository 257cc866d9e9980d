// Keyframes of models whose tree changes after the keys were written: by replicate, attach and deletion.
// The values of a key are then kept with the elements they belong to, and the key waits for compilation.
#pragma once

#include "corten/spec/graft.h"
#include "corten/spec/spec.h"

namespace corten::spec {

// Trees that stand for one: the state has the elements of the first, then those of the next.
using Roots = std::vector<Body*>;

// Hands the values of every key to the elements of the trees and announces the keys, under new names, in
// `pending`. Returns what is wrong: a key that has not the size of the state.
std::string keep_keys(Spec& spec, const Roots& roots, const Renaming& rename, List<PendingKey>& pending);

// Empty, or which key has not the size of the state.
std::string check_key_sizes(const Spec& spec);

// Before a part of the trees goes: all keys wait from now on, and the caller removes them from the list. As
// in the oracle, actuators whose objects are among `present` lose what they kept of earlier keys.
std::string suspend_keys(Spec& spec, const Roots& roots, const NameSets& present);

// Takes kept values away from a tree, or from one actuator.
void forget_keys(Body& root);
void forget_keys(Actuator& actuator);

// A key with the values short keys are completed with. The oracle takes them before it compiles anything:
// angles are as written, and the type of a joint is known only if it comes from its default class.
Key written_reference(const Spec& spec, const std::vector<const Body*>& roots);
// Completes the arrays that a key has; longer ones stay as they are.
void lengthen(Key& key, const Key& reference);
void lengthen_keys(Spec& spec, const Roots& roots);

// The pending keys of a complete model. NaN stands for the compiled reference.
List<Key> pending_keys(const Spec& spec);

}  // namespace corten::spec
