// Loading models from text.
#include "corten/mjcf/load.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "corten/compile/compile.h"
#include "python/bindings/assets.h"
#include "python/bindings/plugins.h"
#include "python/bindings/schema_text.h"
#include "python/bindings/spec_tree.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// Reads, compiles, and remembers what was read.
template <class Read>
ModelHandle loaded(const nb::object& assets, bool lenient, Read&& read) {
  const Vfs vfs = mount(assets);
  mjcf::ReadOptions options;
  options.lenient = lenient;
  options.plugins = module_plugins();
  Diagnostics diagnostics;
  auto tree = std::make_shared<SpecTree>();
  std::optional<Model> model;
  {
    const nb::gil_scoped_release release;
    tree->spec = read(vfs, options, diagnostics);
    if (diagnostics.ok())
      model = compile(tree->spec, {&vfs, &module_cache(), terminal_progress(), false, {}, module_plugins()},
                      diagnostics);
  }
  if (!model) throw nb::value_error(LoadError(std::move(diagnostics)).what());
  tree->compiled = true;
  tree->files = vfs;
  last_read() = tree;
  return {std::make_shared<Model>(std::move(*model))};
}

}  // namespace

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
      "load_string",
      [](const Text& xml, const nb::object& assets, bool lenient) {
        return loaded(assets, lenient,
                      [&](const Vfs& vfs, const mjcf::ReadOptions& options, Diagnostics& diagnostics) {
                        return mjcf::read_string(xml, &vfs, options, diagnostics);
                      });
      },
      nb::arg("xml"), nb::arg("assets").none(), nb::arg("lenient"));
  m.def(
      "load_file",
      [](const Text& path, const nb::object& assets, bool lenient) {
        return loaded(assets, lenient,
                      [&](const Vfs& vfs, const mjcf::ReadOptions& options, Diagnostics& diagnostics) {
                        return mjcf::read_file(path, &vfs, options, diagnostics);
                      });
      },
      nb::arg("path"), nb::arg("assets").none(), nb::arg("lenient"));
}

}  // namespace corten::python
