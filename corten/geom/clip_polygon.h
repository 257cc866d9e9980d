// Clipping of a polygon by the side planes of another, and the largest quadrilateral in a polygon.
#pragma once

#include "corten/math/vec3.h"

namespace corten {

inline constexpr int kMaxOutline = 150;  // corners of a face; more are ignored

struct Polygon {
  int count = 0;
  Vec3<Real> vertex[2 * kMaxOutline + 2];  // clipping by a convex outline adds at most one corner per plane
};

// Part of `polygon` (or of a segment: two vertices) inside the prism over `outline` along its normal.
Polygon clip(const Polygon& polygon, const Polygon& outline, const Vec3<Real>& normal);

// Four corners spanning a large area, found by one turn of calipers.
Polygon largest_quadrilateral(const Polygon& polygon);

}  // namespace corten
