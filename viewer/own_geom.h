// Things a user adds to a picture, described as MuJoCo's mjvGeom.
#pragma once

#include <vector>

#include "viewer/assets.h"
#include "viewer/scene.h"

namespace corten::viewer {

struct OwnGeom {
  int type = 0;     // mjtGeom, arrows and lines included
  int dataid = -1;  // mesh times two, or height field
  int objtype = 0;  // mjtObj
  int objid = -1;
  bool decor = false;
  Vec3<Real> size{};  // scales along the axes, as mjvGeom has them
  Vec3<Real> pos{};
  Mat3<Real> mat = Mat3<Real>::identity();
  Surface surface;
};

// The shapes it is made of: two or three for an arrow, none when it has no surface.
std::vector<Drawn> own_shapes(const Model& m, Assets& assets, const OwnGeom& geom);

}  // namespace corten::viewer
