// The way back: a compiled model as a specification that compiles to the same model. Everything is explicit
// (no classes, frames or automatic values), angles are in radians, bodies carry their inertia.
#pragma once

#include "corten/base/diagnostics.h"
#include "corten/model/model.h"
#include "corten/spec/spec.h"

namespace corten {

// Textures carry their pixels as data: MJCF needs them as files. Meshes are written in the frame they were
// read in. What cannot be said (skins, flexes, plugins) is left out with a warning.
Spec decompile(const Model& m, Diagnostics& diagnostics);

}  // namespace corten
