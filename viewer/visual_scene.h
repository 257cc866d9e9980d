// The abstract picture of a simulation: a list of things in MuJoCo's order (mjv_updateScene).
#pragma once

#include <vector>

#include "corten/model/data.h"
#include "corten/model/model.h"
#include "viewer/scene_option.h"
#include "viewer/visual_geom.h"

namespace corten::viewer {

// Needs the positions of a forward pass; contact forces and the colours of limits need all of it.
std::vector<VisualGeom> visual_geoms(const Model& m, const Data& d, const SceneOption& option,
                                     const Perturb& perturb = {});

}  // namespace corten::viewer
