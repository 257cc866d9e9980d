#include "plugins/library.h"

#include "corten/base/system.h"

namespace corten {

void load_plugin_library(const std::string& path, PluginTable& table) {
  // a path without folder would be looked for among the libraries of the system
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* library = open_library(file);
  if (!library) throw PluginError("cannot load the library '" + path + "': " + library_error());
  using Describe = PluginLibrary (*)();
  const auto describe = reinterpret_cast<Describe>(library_symbol(library, "corten_plugin_library"));
  if (!describe) {
    close_library(library);
    throw PluginError("'" + path +
                      "' has no function corten_plugin_library: it is no library of CortenForge plugins");
  }
  const PluginLibrary described = describe();
  if (described.interface != PluginInterface{}) {
    const int version = described.interface.version;
    close_library(library);
    throw PluginError("'" + path + "' was built for another version of CortenForge (interface " +
                      std::to_string(version) + ", here " + std::to_string(PluginInterface{}.version) +
                      "): build it again with the headers of this one");
  }
  described.add(table);
}

}  // namespace corten
