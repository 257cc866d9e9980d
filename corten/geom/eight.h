// Eight numbers or points side by side, for functions that take several at once: plain numbers in memory,
// whatever the instruction set of who fills and who reads them.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

using Eight = Vec<Real, 8>;
using EightPoints = Vec3<Eight>;  // all x, all y, all z

}  // namespace corten
