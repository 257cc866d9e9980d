// Names in a Spec: walks over the tree, and the check that no two objects of a kind share a name.
#pragma once

#include <cstdint>

#include "corten/spec/spec.h"

namespace corten::spec {

// Calls fn with every body below and including `root`, parents first, in document order.
template <class B, class Fn>
void for_each_body(B& root, Fn&& fn) {
  for_each_nested(root, fn);
}

// A number that changes with the structure of the tree and the lists, not with values or names.
std::uint64_t structure_signature(const Spec& spec);

// Reports every repeated name; empty names never clash.
void check_names(const Spec& spec, Diagnostics& diagnostics);

}  // namespace corten::spec
