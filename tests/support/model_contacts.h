// Contact lists of a whole model in both engines, at random states and all keyframes.
#pragma once

#include <string>
#include <vector>

namespace corten::oracle {

struct ModelContacts {
  bool loaded = false;  // false when the oracle refuses the file
  int states = 0;
  int contacts = 0;
  int uncovered = 0;                     // contacts not compared: flex, sdf
  std::vector<std::string> differences;  // one line per state that differs
};

// 5 random states and every keyframe
ModelContacts compare_model_contacts(const std::string& file);

}  // namespace corten::oracle
