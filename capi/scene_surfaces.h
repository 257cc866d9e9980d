// Skins and flexes of an mjvScene: where their vertices are and the triangles they are drawn with.
#pragma once

#include "capi/scene_abi.h"

namespace corten::capi {

// Memory for the surfaces of a model, from mju_malloc; and back.
void make_surfaces(const Model& m, mjvScene& scn);
void free_surfaces(mjvScene& scn);

void update_flexes(const Model& m, const Data& d, const mjvOption& opt, mjvScene& scn);
void update_skins(const Model& m, const Data& d, mjvScene& scn);

}  // namespace corten::capi
