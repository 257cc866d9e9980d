// Rays into one flex (mj_rayFlex).
#pragma once

#include "corten/geom/ray.h"
#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// What of a flex a ray can meet, as a viewer would show it.
struct FlexParts {
  int layer = 0;  // of a solid, for faces
  bool vertices = false, edges = false, faces = false, skin = false;
};

struct FlexHit {
  RayHit hit;
  int vert = -1;  // nearest vertex of what was met, within the flex
};

FlexHit ray_flex(const Model& m, const Data& d, int flex, const FlexParts& parts, const Ray& ray);

}  // namespace corten
