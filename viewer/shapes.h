// The shapes with surfaces that an abstract thing is drawn as.
#pragma once

#include <vector>

#include "viewer/assets.h"
#include "viewer/scene.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// One for most things, several for arrows and outlines, none for what has no surface. `scene` owns what is
// made for this picture only.
std::vector<Drawn> shapes_of(const Model& m, Assets& assets, const VisualGeom& geom, Scene& scene);

}  // namespace corten::viewer
