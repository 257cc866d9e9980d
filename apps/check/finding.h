// What `corten check` reports, and the checks it runs. A check looks at the compiled model and adds findings;
// none of them changes it.
#pragma once

#include <string>
#include <vector>

#include "corten/model/model.h"

namespace corten::app {

enum class Level { kNote, kWarning, kError };

struct Finding {
  Level level = Level::kWarning;
  std::string rule;     // short name of the check, e.g. "mass"
  std::string where;    // e.g. body 'arm', or file:line
  std::string message;  // what is wrong, with the numbers
  std::string hint;     // what to do
};

using Findings = std::vector<Finding>;

void check_masses(const Model& m, Findings& findings);
// Penetrations and violated limits at qpos0 and at every keyframe.
void check_rest(const Model& m, Findings& findings);
// Time step against the stiffest springs, dampers, servos and constraints.
void check_stability(const Model& m, Findings& findings);
// Simulates `seconds` from qpos0 and from every keyframe: bad numbers, warnings, energy out of nothing.
void check_trial(const Model& m, double seconds, Findings& findings);

}  // namespace corten::app
