// What a person wants to know of a simulation that is shown: the selected body, times of stages, what is odd
// now. As JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::viewer {

// Motion, forces, contacts, sensors and actuators of a body, as they are.
nlohmann::json picked_body(const Model& m, const Data& d, int body);
// Milliseconds of each stage, the mean of the calls so far, by the words of mjtTimer.
nlohmann::json timers_of(const Data& d);
nlohmann::json warnings_of(const Data& d);
// The deepest contact, the fastest and the most accelerated dof, what sleeps: sentences.
nlohmann::json why_now(const Model& m, const Data& d);

// "dof 3 (joint 'knee')", by number where it has no name.
std::string name_of_dof(const Model& m, int dof);
std::string name_of_qpos(const Model& m, int index);

}  // namespace corten::viewer
