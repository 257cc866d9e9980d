// Plugins from shared libraries. A library has one function with C linkage,
//   extern "C" corten::PluginLibrary corten_plugin_library() { return {.add = add}; }
// where `void add(corten::PluginTable&)` adds its plugins. It must be built with the headers of the program.
#pragma once

#include <string>

#include "corten/model/data.h"
#include "corten/model/model.h"

namespace corten {

// What a library was built for. Filled in by its compiler; others are refused.
struct PluginInterface {
  int version = 1;
  std::size_t plugin = sizeof(Plugin), model = sizeof(Model), data = sizeof(Data);
  friend bool operator==(const PluginInterface&, const PluginInterface&) = default;
};

struct PluginLibrary {
  PluginInterface interface {};
  void (*add)(PluginTable& table);
};

// Adds the plugins of a library, which stays loaded. Throws PluginError with the reason why not.
void load_plugin_library(const std::string& path, PluginTable& table);

}  // namespace corten
