// Randomly changed models in both engines.
#pragma once

#include "tests/support/model_mutator.h"

namespace corten::mjcf {

struct MutationBase {
  std::string file;
  XmlElement root;
};

struct MutatedCase {
  std::string file;  // of the base: assets are looked for beside it
  std::string xml;
};

// The files that can be parsed.
std::vector<MutationBase> load_bases(const std::vector<std::string>& files);
MutatedCase mutated_case(const std::vector<MutationBase>& bases, std::uint64_t seed);

// What differs between the engines, empty if nothing does. Models with what is not supported yet do not
// count.
std::string compare_case(const MutatedCase& changed);

// Memory that a child process shares with its parent, and whether the child is in the oracle's code.
void* shared_memory(std::size_t bytes);
bool in_oracle();

}  // namespace corten::mjcf
