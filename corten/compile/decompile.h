// The way back: a compiled model as a specification that compiles to the same model. Everything is explicit
// (no classes, frames or automatic values), angles are in radians, bodies carry their inertia.
#pragma once

#include "corten/base/diagnostics.h"
#include "corten/model/model.h"
#include "corten/spec/spec.h"

namespace corten {

// Textures carry their pixels as data: MJCF needs them as files. Meshes are written in the frame they were
// read in, to the rounding of float vertices. What cannot be said (some flexes, plugins that this
// program does not know) is left out with a warning.
Spec decompile(const Model& m, Diagnostics& diagnostics);

// Puts the assets of `spec` back as the specification they were compiled from has them: files, generators and
// settings that a model does not keep. The model is then the same to the last vertex.
void restore_assets(const Spec& source, Spec& spec);

}  // namespace corten
