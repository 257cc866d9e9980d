// What `corten check` reports, and the checks it runs. A check looks at the compiled model and adds findings;
// none of them changes it.
#pragma once

#include <string>
#include <vector>

#include "apps/json.h"
#include "corten/compile/compile.h"
#include "corten/model/model.h"

namespace corten::app {

enum class Level { kNote, kWarning, kError };

struct Finding {
  Level level = Level::kWarning;
  std::string rule;                   // short name of the check, e.g. "mass"
  std::string where;                  // e.g. body 'arm', or file:line
  std::string message;                // what is wrong, with the numbers
  std::string hint;                   // what to do
  std::vector<std::string> states{};  // in which starting states it was found, e.g. keyframe 'home'
};

using Findings = std::vector<Finding>;

// A model with the places in the text where its objects were written.
struct CheckedModel : Model {
  ObjectPlaces places;
};

// The name of an object, or the line where it was written.
std::string shown_name(const CheckedModel& m, mjtObj type, int id);

// One finding for what was found at the same place in several starting states: the first, with all states.
void merge_states(Findings& findings);
// " (at qpos0, keyframe 'home' and 3 more)"; empty when the state does not matter.
std::string states_text(const Finding& finding);

// Everything below for a model file, after the loader's own diagnostics. `seconds`: of the trial simulation.
Findings check_file(const std::string& path, double seconds);
Json findings_json(const Findings& findings);

void check_masses(const CheckedModel& m, Findings& findings);
// Penetrations and violated limits at qpos0 and at every keyframe.
void check_rest(const CheckedModel& m, Findings& findings);
// Time step against the stiffest springs, dampers, servos and constraints.
void check_stability(const CheckedModel& m, Findings& findings);
// Simulates `seconds` from qpos0 and from every keyframe: bad numbers, warnings, energy out of nothing.
void check_trial(const CheckedModel& m, double seconds, Findings& findings);
// With the sleep flag: trees that are awake after `seconds` from qpos0, and why.
void check_sleep(const CheckedModel& m, double seconds, Findings& findings);
// Flexes without self-collision that go through themselves at the start or after `seconds`.
void check_folds(const CheckedModel& m, double seconds, Findings& findings);

}  // namespace corten::app
