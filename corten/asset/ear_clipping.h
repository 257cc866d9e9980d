// Triangulation of a flat polygon by cutting off ears.
#pragma once

#include <span>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

// Triangles as indices into `corner`, whose entries are vertex indices; corners without a vertex lie at the
// origin of the plane. A convex polygon becomes a fan around its first corner.
void clip_ears(std::span<const Vec3<float>> vert, std::span<const int> corner,
               std::vector<Triangle>& triangles);

}  // namespace corten
