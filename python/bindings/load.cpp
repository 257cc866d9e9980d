// Loading models from text.
#include "corten/load.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "python/bindings/assets.h"
#include "python/bindings/plugins.h"
#include "python/bindings/schema_text.h"
#include "python/bindings/spec_tree.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// Through the door, remembering what was read.
template <class Load>
ModelHandle loaded(const nb::object& assets, bool lenient, Load&& load) {
  const Vfs vfs = mount(assets);
  auto tree = std::make_shared<SpecTree>();
  LoadOptions options{&vfs, lenient, &module_cache(), terminal_progress()};
  options.plugins = module_plugins();
  options.limits = load_limits();
  options.spec = &tree->spec;
  Loaded result;
  {
    const nb::gil_scoped_release release;
    result = load(options);
  }
  std::vector<std::string> warnings = warnings_of(result.diagnostics);
  if (!result.model) throw nb::value_error(LoadError(std::move(result.diagnostics)).what());
  tree->compiled = true;
  tree->files = vfs;
  last_read() = tree;
  return {std::make_shared<Model>(std::move(*result.model)), std::move(warnings)};
}

}  // namespace

std::vector<std::string> warnings_of(const Diagnostics& diagnostics) {
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.all())
    if (d.severity == Severity::kWarning) texts.push_back(format(d));
  return texts;
}

Tree& last_read() {
  static Tree tree;
  return tree;
}

void bind_load(nb::module_& m) {
  nb::class_<AssetCache>(m, "AssetCache")
      .def_prop_ro("size", &AssetCache::size)
      .def_prop_rw("capacity", &AssetCache::capacity, &AssetCache::set_capacity)
      .def("clear", &AssetCache::clear);
  m.attr("asset_cache") = nb::cast(&module_cache(), nb::rv_policy::reference);
  m.def("mj_printSchema", &schema_text, nb::arg("flg_html"), nb::arg("flg_pad"),
        "Elements and attributes of MJCF as a table, plain or HTML.");
  m.def(
      "set_load_limits",
      [](std::int64_t bodies, std::int64_t elements, std::int64_t bytes, double seconds) {
        Limits& limits = load_limits();
        limits.bodies = bodies, limits.elements = elements, limits.bytes = bytes, limits.seconds = seconds;
      },
      nb::kw_only(), nb::arg("bodies") = Limits{}.bodies, nb::arg("elements") = Limits{}.elements,
      nb::arg("bytes") = Limits{}.bytes, nb::arg("seconds") = Limits{}.seconds,
      "What models may use while they are loaded; those that want more are refused.");
  m.def(
      "load_string",
      [](const Text& xml, const nb::object& assets, bool lenient) {
        return loaded(assets, lenient, [&](const LoadOptions& options) { return load_text(xml, options); });
      },
      nb::arg("xml"), nb::arg("assets").none(), nb::arg("lenient"));
  m.def(
      "load_file",
      [](const Text& path, const nb::object& assets, bool lenient) {
        return loaded(assets, lenient, [&](const LoadOptions& options) { return load(path, options); });
      },
      nb::arg("path"), nb::arg("assets").none(), nb::arg("lenient"));
}

}  // namespace corten::python
