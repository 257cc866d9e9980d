// What keeps trees awake that may otherwise sleep: actuators, tendons that pull two trees, flexes.
#pragma once

#include <functional>
#include <vector>

#include "corten/model/model.h"

namespace corten {

struct SleepTie {
  mjtObj type;  // mjOBJ_ACTUATOR, mjOBJ_TENDON or mjOBJ_FLEX
  int id;
};

// fn(tie, tree) for every tree that a tie holds, ties in the order above.
void for_each_tie(const Model& m, const std::function<void(const SleepTie& tie, int tree)>& fn);

// Trees along the path of a tendon, in order, each once.
std::vector<int> tendon_trees(const Model& m, int tendon);

}  // namespace corten
