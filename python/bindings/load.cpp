// Loading models from text.
#include "corten/load.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "python/bindings/handles.h"
#include "python/bindings/schema_text.h"
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

// What the last model was read from, for mj_saveLastXML.
struct Source {
  std::string content;  // text, or the path of a file
  bool is_file = false;
  Vfs vfs;
};
Source& last_source() {
  static Source source;
  return source;
}

Spec read_again(const Source& source, Diagnostics& diagnostics) {
  return source.is_file ? mjcf::read_file(source.content, &source.vfs, {}, diagnostics)
                        : mjcf::read_string(source.content, &source.vfs, {}, diagnostics);
}

// MJCF of the last model that was loaded from text.
std::string last_xml(const ModelHandle&) {
  if (last_source().content.empty()) throw FatalError("No XML model loaded");
  Diagnostics diagnostics;
  const Spec spec = read_again(last_source(), diagnostics);
  if (!diagnostics.ok()) throw FatalError(diagnostics.text());
  return mjcf::to_xml(spec);
}

template <class Load>
ModelHandle loaded(const Text& content, bool is_file, const nb::object& assets, bool lenient, Load&& load) {
  Source source{content, is_file, mount(assets)};
  const LoadOptions options{&source.vfs, lenient, &module_cache()};
  try {
    ModelHandle model;
    {
      const nb::gil_scoped_release release;
      model.object = std::make_shared<Model>(load(options));
    }
    last_source() = std::move(source);
    return model;
  } catch (const LoadError& error) {
    throw nb::value_error(error.what());
  }
}

}  // namespace

void bind_load(nb::module_& m) {
  nb::class_<AssetCache>(m, "AssetCache")
      .def_prop_ro("size", &AssetCache::size)
      .def_prop_rw("capacity", &AssetCache::capacity, &AssetCache::set_capacity)
      .def("clear", &AssetCache::clear);
  m.attr("asset_cache") = nb::cast(&module_cache(), nb::rv_policy::reference);
  m.def("last_xml", &last_xml, nb::arg("m"));
  m.def("mj_printSchema", &schema_text, nb::arg("flg_html"), nb::arg("flg_pad"),
        "Elements and attributes of MJCF as a table, plain or HTML.");
  m.def(
      "load_string",
      [](const Text& xml, const nb::object& assets, bool lenient) {
        return loaded(xml, false, assets, lenient,
                      [&](const LoadOptions& options) { return load_model_string(xml, options); });
      },
      nb::arg("xml"), nb::arg("assets").none(), nb::arg("lenient"));
  m.def(
      "load_file",
      [](const Text& path, const nb::object& assets, bool lenient) {
        return loaded(path, true, assets, lenient,
                      [&](const LoadOptions& options) { return load_model_file(path, options); });
      },
      nb::arg("path"), nb::arg("assets").none(), nb::arg("lenient"));
}

}  // namespace corten::python
