// The collision stage: contacts between geoms at their present poses.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"
#include "corten/model/timed.h"

namespace corten {

// Finds all contacts, in MuJoCo's order. Empties the step arena first: constraint rows of the last step go.
//   in:  m.geom_* m.body_* m.pair_* m.exclude_signature d.geom_xpos d.geom_xmat d.xipos d.ximat
//   out: d.contact d.ncon, counts and views of the arena
void collision(const Model& m, Data& d, const Hooks& hooks = {});
// as one of several stages; `laps` was looked at last when this begins
void collision(const Model& m, Data& d, const Hooks& hooks, Laps& laps);

}  // namespace corten
