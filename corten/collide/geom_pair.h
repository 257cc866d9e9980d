// The narrow phase of one pair of geoms: quick rejection, pair function, contact records in the arena.
#pragma once

#include "corten/geom/hull_table.h"
#include "corten/model/data.h"
#include "corten/model/hooks.h"
#include "corten/model/model.h"

namespace corten {

// Where contacts go.
struct ContactSink {
  Data& d;
  const Hooks& hooks;
  std::int64_t reserved = 0;  // bytes of the arena the oracle's scratch would occupy: contacts stop before it
  HullTable tables[2]{};      // for the convex pairs of this step
};

// appends the contacts of two geoms that pass their contype and conaffinity, or the user's filter instead.
// spheres_tested: their bounding spheres are known to meet
void collide_geoms(const Model& m, int geom1, int geom2, bool spheres_tested, ContactSink& sink);
// appends the contacts of a <pair>
void collide_predefined(const Model& m, int pair, ContactSink& sink);

}  // namespace corten
