// The plugins that every program has: those MuJoCo is shipped with.
#pragma once

#include <memory>

#include "corten/model/plugin.h"

namespace corten {

// One table, never changed. A program with plugins of its own copies it and adds them.
std::shared_ptr<const PluginTable> builtin_plugins();

}  // namespace corten
