// Skins and flexes: the triangles they have, which never change, and where their vertices are now.
#pragma once

#include <vector>

#include "corten/math/vec3.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten::viewer {

struct SurfaceCorner {
  int vertex = 0;
  Vec<float, 2> texcoord{};
};

// Three per face. A sheet has its vertices twice, once for each side; a cable has no faces.
std::vector<SurfaceCorner> skin_corners(const Model& m, int skin);
std::vector<SurfaceCorner> flex_corners(const Model& m, int flex);

struct PosedVertices {
  std::vector<Vec3<float>> place;  // in the world, on the outside: inflated, or a radius from the middle
  std::vector<Vec3<float>> normal;
};

PosedVertices pose_skin(const Model& m, const Data& d, int skin);
PosedVertices pose_flex(const Model& m, const Data& d, int flex);

int skin_vertex_count(const Model& m, int skin);
int flex_vertex_count(const Model& m, int flex);

}  // namespace corten::viewer
