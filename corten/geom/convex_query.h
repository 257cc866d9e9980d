// One question about two convex shapes: how far apart, or how deep inside each other.
#pragma once

#include "corten/base/arena.h"
#include "corten/geom/convex_query_core.h"

namespace corten {

// cutoff 0: contacts only; > 0: distances up to it
ConvexAnswer convex_query(ConvexSide& a, ConvexSide& b, Real cutoff, const ConvexOptions& options,
                          Arena& scratch);

}  // namespace corten
