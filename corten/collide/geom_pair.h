// The narrow phase of one pair of geoms: quick rejection, pair function, contact records in the arena.
#pragma once

#include "corten/collide/contact_record.h"
#include "corten/model/model.h"

namespace corten {

// appends the contacts of two geoms that pass their contype and conaffinity, or the user's filter instead.
// spheres_tested: their bounding spheres are known to meet
void collide_geoms(const Model& m, int geom1, int geom2, bool spheres_tested, ContactSink& sink);
// appends the contacts of a <pair>
void collide_predefined(const Model& m, int pair, ContactSink& sink);

}  // namespace corten
