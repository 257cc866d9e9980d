// The collision stage: contacts between geoms at their present poses.
#pragma once

#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"
#include "corten/model/timed.h"

namespace corten {

// Finds all contacts, in MuJoCo's order, and puts them into the step arena, which empty_step_arena has
// emptied.
//   in:  m.geom_* m.body_* m.pair_* m.exclude_signature d.geom_xpos d.geom_xmat d.xipos d.ximat
//   out: d.contact d.ncon, counts and views of the arena
void collision(const Model& m, Data& d, const Hooks& hooks = {});
// as one of several stages; `laps` was looked at last when this begins
void collision(const Model& m, Data& d, const Hooks& hooks, Laps& laps);

// Appends a contact of one's own and drops the constraint rows, which were made without it. False without
// room.
bool add_contact(const Model& m, Data& d, const Contact& contact);

}  // namespace corten
