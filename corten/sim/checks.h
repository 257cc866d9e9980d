// Bad numbers in the state: counted, and by default answered with a reset.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

void check_pos(const Model& m, Data& d);
void check_vel(const Model& m, Data& d);
// After a reset the accelerations are computed again.
void check_acc(const Model& m, Data& d, const Hooks& hooks = {});

}  // namespace corten
