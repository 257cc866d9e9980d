// A triangle of a mesh: three vertex indices, counter-clockwise seen from outside.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

using Triangle = Vec<int, 3>;

}  // namespace corten
