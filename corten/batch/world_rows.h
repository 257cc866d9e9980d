// The part of a step that worlds in lanes make one by one, on a Data that shows the poses of one of them.
#pragma once

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// Contacts, constraint rows and their references. False if something was too large for the Data, which has
// warned then.
bool make_world_rows(const Model& m, Data& d);

// Whether islands could be found in what is left of the arena: lanes need none, but a step would warn.
bool has_room_for_islands(const Model& m, const Data& d);

// Acceleration and forces of the rows by the model's own solver, which needs the inertia too.
//   out: d.qacc d.qfrc_constraint
bool solve_world(const Model& m, Data& d);

}  // namespace corten
