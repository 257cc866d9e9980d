// Compilation: from the specification a user wrote to the Model a simulation runs on.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "corten/asset/cache.h"
#include "corten/asset/vfs.h"
#include "corten/base/budget.h"
#include "corten/base/diagnostics.h"
#include "corten/base/progress.h"
#include "corten/model/model.h"
#include "corten/spec/spec.h"

namespace corten {

// Where each object was written, by mjtObj and id; kinds that are not kept have no entries.
using ObjectPlaces = std::array<std::vector<Place>, mjNOBJECT>;

struct CompileOptions {
  const Vfs* vfs = nullptr;      // files from memory, looked up before the disk
  AssetCache* cache = nullptr;   // remembers processed meshes and pictures from one compilation to the next
  Progress progress{};           // hears of the search for length ranges, which can take minutes
  bool warn_suspicious = false;  // adds warnings about what is legal but probably a mistake
  Limits limits{};               // what compilation may use
  std::shared_ptr<const PluginTable> plugins = nullptr;  // that the model may use; null: none
  ObjectPlaces* places = nullptr;                        // takes where each object of the Model was written
};

// Nothing when the specification is refused; `diagnostics` says why, and carries warnings in any case.
std::optional<Model> compile(const Spec& spec, const CompileOptions& options, Diagnostics& diagnostics);

// Makes keys of those that waited for compilation, with the values they have in the compiled model.
void settle_keys(Spec& spec, const Model& m);

// Makes explicit what attached models leave to compiler settings of their own, except units and folders,
// which writing takes care of: for a text, which has one set of settings.
void settle_origins(Spec& spec, const CompileOptions& options);

}  // namespace corten
