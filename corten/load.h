// The front door: text to Model in one call.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "corten/asset/cache.h"
#include "corten/asset/vfs.h"
#include "corten/base/budget.h"
#include "corten/base/diagnostics.h"
#include "corten/base/progress.h"
#include "corten/model/model.h"
#include "plugins/builtin.h"

namespace corten {

struct LoadOptions {
  const Vfs* vfs = nullptr;      // files from memory, looked up before the disk
  bool lenient = false;          // tolerates some of what MuJoCo refuses, with warnings
  AssetCache* cache = nullptr;   // remembers processed meshes and pictures from one load to the next
  Progress progress{};           // hears of the search for length ranges, which can take minutes
  bool warn_suspicious = false;  // adds warnings about what is legal but probably a mistake
  Limits limits{};               // what reading and compiling may use: a model that wants more is refused
  std::shared_ptr<const PluginTable> plugins = builtin_plugins();  // that the model may use
};

// MJCF or URDF. Throws LoadError with every diagnostic when the model is refused.
Model load_model_file(const std::string& path, const LoadOptions& options = {});
Model load_model_string(std::string_view xml, const LoadOptions& options = {});

// The same without exceptions, and with the warnings: nothing when the model is refused.
std::optional<Model> load_model_file(const std::string& path, const LoadOptions& options,
                                     Diagnostics& diagnostics);
std::optional<Model> load_model_string(std::string_view xml, const LoadOptions& options,
                                       Diagnostics& diagnostics);

}  // namespace corten
