// Bounding volume hierarchy over the colliding geoms of one body.
#pragma once

#include "corten/compile/draft.h"

namespace corten {

// In the body's inertial frame; leaves hold geom ids.
Bvh build_body_bvh(const Draft& draft, const DraftBody& body);

// Remembers which geom each leaf of the present hierarchy holds, over what earlier hierarchies left there.
void remember_leaves(const Draft& draft, DraftBody& body);

}  // namespace corten
