// The part of a step that worlds in lanes make one by one, on a Data that shows the poses of one of them.
#pragma once

#include <cstdint>
#include <span>

#include "corten/collide/candidates.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// The pairs of geoms whose spheres meet in one of several worlds.
struct NearPairs {
  std::span<const Candidate> list;
  std::span<const std::uint8_t> near;
  std::uint8_t bit;
};

// Contacts, constraint rows and their references; without pairs the collision stage finds them. False if
// something was too large for the Data.
bool make_world_rows(const Model& m, Data& d, const NearPairs* pairs);

// Whether islands could be found in what is left of the arena: lanes need none, but a step would warn.
bool has_room_for_islands(const Model& m, const Data& d);

// Acceleration and forces of the rows by the model's own solver, which needs the inertia too.
//   out: d.qacc d.qfrc_constraint
bool solve_world(const Model& m, Data& d);

}  // namespace corten
