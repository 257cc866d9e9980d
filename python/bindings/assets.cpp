// Files from memory, as Python dictionaries.
#include "python/bindings/assets.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cctype>
#include <string>

namespace corten::python {

namespace nb = nanobind;

namespace {

// Assets are known by their lower-case name without folders.
std::string base_name(const std::string& path) {
  std::string name = path.substr(path.find_last_of("/\\") + 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::string content_of(const std::string& name, nb::handle value) {
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (!nb::isinstance<nb::bytes>(value)) throw nb::type_error(("asset " + name + " is not bytes").c_str());
  const auto content = nb::borrow<nb::bytes>(value);
  return {static_cast<const char*>(content.data()), content.size()};
}

}  // namespace

Vfs mount(const nb::object& assets, bool with_folders) {
  Vfs vfs;
  if (assets.is_none()) return vfs;
  for (const auto& [key, value] : nb::cast<nb::dict>(assets)) {
    const auto path = nb::cast<std::string>(key);
    const std::string name = with_folders ? path : base_name(path);
    if (!vfs.add(name, content_of(name, value)))
      throw nb::value_error(("Repeated in assets: two files are called " + name).c_str());
  }
  return vfs;
}

// One for the interpreter, as MuJoCo's module has: loading the same robot again reads only its files.
AssetCache& module_cache() {
  static AssetCache cache;
  return cache;
}

}  // namespace corten::python
