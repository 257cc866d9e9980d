// The octree of signed distances to a closed mesh: fine near the surface, neighbours differ by one level at
// most.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "corten/geom/triangle.h"
#include "corten/math/spatial.h"

namespace corten {

struct Octree {
  std::vector<int> depth;
  std::vector<Vec<int, 8>> child;  // −1 in leaves
  std::vector<Aabb<Real>> aabb;
  std::vector<Vec<Real, 8>> coeff;  // signed distance at the corners

  int size() const { return static_cast<int>(depth.size()); }
};

// `lower` and `upper` bound the vertices. Without `measured` all distances are 0. Empty when `stop`, asked
// now and then, says so.
Octree build_octree(std::span<const Vec3<Real>> vert, std::span<const Triangle> face, const Vec3<Real>& lower,
                    const Vec3<Real>& upper, bool measured, const std::function<bool()>& stop = {});

}  // namespace corten
