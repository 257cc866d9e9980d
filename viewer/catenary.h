// The curve of a rope of given length that hangs between two points.
#pragma once

#include <vector>

#include "corten/math/vec3.h"

namespace corten::viewer {

// Points along the rope, both ends included; only the ends when it is taut.
std::vector<Vec3<Real>> catenary(const Vec3<Real>& from, const Vec3<Real>& to, const Vec3<Real>& gravity,
                                 Real length, int points);

}  // namespace corten::viewer
