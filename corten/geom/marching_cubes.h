// The surface where a field sampled on a grid changes sign, as triangles (marching cubes).
#pragma once

#include <span>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

struct GridSurface {
  std::vector<Vec3<float>> vert;    // in units of the grid
  std::vector<Vec3<float>> normal;  // unit, per vertex
  std::vector<Triangle> face;
};

// The value at (i, j, k) is field[(k ny + j) nx + i]; negative is inside.
GridSurface marching_cubes(std::span<const float> field, int nx, int ny, int nz);

}  // namespace corten
