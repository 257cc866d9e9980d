// The door of text: MJCF or URDF to a Spec.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "corten/asset/vfs.h"
#include "corten/base/budget.h"
#include "corten/base/diagnostics.h"
#include "corten/model/plugin.h"
#include "corten/spec/spec.h"

namespace corten::mjcf {

// Models in formats of a program's own: nothing for files that no decoder knows.
using Decode = std::function<std::optional<Spec>(const std::string& path, const std::string& content_type)>;

struct ReadOptions {
  // Tolerates what the oracle refuses: unknown classes are ignored, several orientations are resolved by the
  // priority euler, axisangle, xyaxes, zaxis, quat, and condim 2 and 5 are rounded up; attributes of
  // later releases that change nothing are passed over. Each liberty is a warning.
  bool lenient = false;
  // plugins that <extension> may activate; null: any, compilation judges
  std::shared_ptr<const PluginTable> plugins = nullptr;
  Limits limits{};          // what reading may use
  Decode decode = nullptr;  // of models that a model names
  // of the reading this one is part of, when a model names another; then refusals leave as OverBudget
  Budget* budget = nullptr;
  int nesting = 0;  // models around this one
};

// Reads a model; files named in it are looked for in `vfs` first (may be null), then on the disk. The Spec is
// meaningful only if `diagnostics` is ok afterwards.
Spec read_file(const std::string& path, const Vfs* vfs, const ReadOptions& options, Diagnostics& diagnostics);
Spec read_string(std::string_view xml, const Vfs* vfs, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace corten::mjcf
