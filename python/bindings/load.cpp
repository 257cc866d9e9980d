// Loading models from text.
#include "corten/load.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "python/bindings/handles.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// Assets are known by their lower-case name without folders.
std::string base_name(const std::string& path) {
  std::string name = path.substr(path.find_last_of("/\\") + 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

Vfs mount(const nb::object& assets) {
  Vfs vfs;
  if (assets.is_none()) return vfs;
  for (const auto& [key, value] : nb::cast<nb::dict>(assets)) {
    const std::string name = base_name(nb::cast<std::string>(key));
    if (!nb::isinstance<nb::bytes>(value)) throw nb::type_error(("asset " + name + " is not bytes").c_str());
    const auto content = nb::borrow<nb::bytes>(value);
    if (!vfs.add(name, std::string(static_cast<const char*>(content.data()), content.size())))
      throw nb::value_error(("Repeated file name in assets dict: " + name).c_str());
  }
  return vfs;
}

// One for the interpreter, as MuJoCo's module has: loading the same robot again reads only its files.
AssetCache& module_cache() {
  static AssetCache cache;
  return cache;
}

template <class Load>
ModelHandle loaded(const nb::object& assets, bool lenient, Load&& load) {
  const Vfs vfs = mount(assets);
  const LoadOptions options{&vfs, lenient, &module_cache()};
  try {
    const nb::gil_scoped_release release;
    return {std::make_shared<Model>(load(options))};
  } catch (const LoadError& error) {
    throw nb::value_error(error.what());
  }
}

}  // namespace

void bind_load(nb::module_& m) {
  m.def(
      "load_string",
      [](const Text& xml, const nb::object& assets, bool lenient) {
        return loaded(assets, lenient,
                      [&](const LoadOptions& options) { return load_model_string(xml, options); });
      },
      nb::arg("xml"), nb::arg("assets").none(), nb::arg("lenient"));
  m.def(
      "load_file",
      [](const Text& path, const nb::object& assets, bool lenient) {
        return loaded(assets, lenient,
                      [&](const LoadOptions& options) { return load_model_file(path, options); });
      },
      nb::arg("path"), nb::arg("assets").none(), nb::arg("lenient"));
}

}  // namespace corten::python
