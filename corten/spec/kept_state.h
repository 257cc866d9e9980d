// Values of one element in keys that wait for compilation.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "corten/base/config.h"

namespace corten::spec {

// Two arrays of a key, by the name of the key: qpos and qvel of a joint, mpos and mquat of a body, act and
// ctrl of an actuator.
struct KeptState {
  std::map<std::string, std::vector<Real>> first, second;
};

}  // namespace corten::spec
