// Vertex normals of a mesh from its faces.
#pragma once

#include <span>
#include <vector>

#include "corten/geom/triangle.h"

namespace corten {

// Area-weighted mean of the normals of the faces at each vertex. Unless `smooth`, faces that stand off the
// mean by more than about 37 degrees are left out, so that sharp edges stay sharp. A vertex without faces
// gets +z.
std::vector<Vec3<float>> vertex_normals(std::span<const Vec3<Real>> vert, std::span<const Triangle> face,
                                        bool smooth);

}  // namespace corten
