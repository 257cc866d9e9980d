// The parts a scene is put together from; private to the room.
#pragma once

#include "viewer/assets.h"
#include "viewer/scene.h"

namespace corten::viewer {

// The headlight, then those of the model that are lit.
std::vector<Light> lights_of(const Model& m, const Data& d, const View& view);

MovingSurface posed_skin(const Model& m, const Data& d, int skin);
// The parts of a flex that are wanted: skin, faces, edges, vertices.
MovingSurface posed_flex(const Model& m, const Data& d, int flex, const SceneOption& option);

}  // namespace corten::viewer
