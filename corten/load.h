// The front door: text or a saved model to a Model, in one call. The command and Python come in here too.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "corten/asset/cache.h"
#include "corten/asset/vfs.h"
#include "corten/base/budget.h"
#include "corten/base/diagnostics.h"
#include "corten/base/progress.h"
#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "corten/model/model.h"
#include "plugins/builtin.h"

namespace corten {

// Limits{}, out of line: inlined into default arguments, GCC 12 takes its empty function for uninitialised.
Limits usual_limits();

struct LoadOptions {
  const Vfs* vfs = nullptr;        // files from memory, looked up before the disk
  bool lenient = false;            // tolerates some of what MuJoCo refuses, with warnings
  AssetCache* cache = nullptr;     // remembers processed meshes and pictures from one load to the next
  Progress progress{};             // hears of the search for length ranges, which can take minutes
  bool warn_suspicious = false;    // adds warnings about what is legal but probably a mistake
  Limits limits = usual_limits();  // what reading and compiling may use: a model that wants more is refused
  std::shared_ptr<const PluginTable> plugins = builtin_plugins();  // that the model may use
  mjcf::Decode decode = nullptr;   // reads models that the model names in formats of the program's own
  Spec* spec = nullptr;            // takes the specification that was read, for editing and writing
  ObjectPlaces* places = nullptr;  // takes where in the text each object was written
};

struct Loaded {
  std::optional<Model> model;  // nothing when it is refused
  Diagnostics diagnostics;     // why, and the warnings in any case

  // The model; throws LoadError with every diagnostic when there is none.
  Model value() &&;
};

// MJCF, URDF or a model saved by save_model, told apart by content.
Loaded load(const std::string& path, const LoadOptions& options = {});
// MJCF or URDF text.
Loaded load_text(std::string_view xml, const LoadOptions& options = {});

// The same with diagnostics beside those of earlier loads; nothing when it is refused.
std::optional<Model> load(const std::string& path, const LoadOptions& options, Diagnostics& diagnostics);
std::optional<Model> load_text(std::string_view xml, const LoadOptions& options, Diagnostics& diagnostics);

}  // namespace corten
