// Loading models from text.
#include "corten/load.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "corten/mjcf/dependencies.h"
#include "corten/mjcf/later.h"
#include "corten/mjcf/schema_text.h"
#include "corten/print_text.h"
#include "python/bindings/assets.h"
#include "python/bindings/plugins.h"
#include "python/bindings/spec_tree.h"
#include "python/bindings/text.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// Through the door, remembering what was read.
template <class Load>
ModelHandle loaded(const nb::object& assets, Load&& load) {
  const Vfs vfs = mount(assets);
  auto tree = std::make_shared<SpecTree>();
  LoadOptions options;
  options.vfs = &vfs;
  options.lenient = lenient_reading();
  options.cache = &module_cache();
  options.progress = terminal_progress();
  options.plugins = module_plugins();
  options.limits = load_limits();
  Interruption interruption;
  options.limits.stop = [&] { return interruption.pending(); };
  options.spec = &tree->spec;
  Loaded result;
  {
    const nb::gil_scoped_release release;
    result = load(options);
  }
  interruption.raise();
  std::vector<std::string> warnings = warnings_of(result.diagnostics);
  if (!result.model) throw nb::value_error(LoadError(std::move(result.diagnostics)).what());
  tree->compiled = true;
  tree->files = vfs;
  last_read() = tree;
  return {std::make_shared<Model>(std::move(*result.model)), std::move(warnings)};
}

// (what it is, elements, names, release, words that change nothing)
nb::list later_mjcf() {
  nb::list rows;
  const auto add = [&](const char* kind, auto elements, auto names, auto release, std::string_view neutral) {
    rows.append(nb::make_tuple(kind, std::string(elements), std::string(names), std::string(release),
                               std::string(neutral)));
  };
  for (const mjcf::LaterAttribute& row : mjcf::later_attributes())
    add("attribute", row.elements, row.attributes, row.release, row.neutral);
  const mjcf::LaterAttribute& polynomial = mjcf::kLaterPolynomials;
  add("more numbers", polynomial.elements, polynomial.attributes, polynomial.release, polynomial.neutral);
  for (const mjcf::LaterElement& row : mjcf::later_elements())
    add("element", row.parent, row.names, row.release, "");
  for (const mjcf::LaterWord& row : mjcf::later_words())
    add("word", row.elements, std::string(row.attribute) + " " + std::string(row.words), row.release, "");
  return rows;
}

const std::string& real_format(const std::string& format) {
  if (!is_real_format(format))
    throw FatalError("'" + format + "' does not print one real number, as '%- 9.2g' does");
  return format;
}

}  // namespace

bool& lenient_reading() {
  static bool lenient = false;
  return lenient;
}

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
  m.def("mj_printSchema", &mjcf::schema_text, nb::arg("flg_html"), nb::arg("flg_pad"),
        "Elements and attributes of MJCF as a table, plain or HTML.");
  m.def(
      "model_text",
      [](const ModelHandle& model, const std::string& format) {
        return model_text(*model, real_format(format));
      },
      nb::arg("model"), nb::arg("float_format"), "The model as text, reals in a format of printf.");
  m.def(
      "data_text",
      [](const ModelHandle& model, const DataHandle& data, const std::string& format) {
        return data_text(*model, *data, real_format(format));
      },
      nb::arg("model"), nb::arg("data"), nb::arg("float_format"),
      "The data as text, reals in a format of printf.");
  m.def(
      "xml_dependencies",
      [](const std::string& path) {
        try {
          return mjcf::dependencies(path);
        } catch (const LoadError& refusal) {
          throw FatalError(refusal.what());
        }
      },
      nb::arg("path"), "All files that a model file needs, itself included.");
  m.def(
      "set_lenient_reading", [](bool lenient) { lenient_reading() = lenient; }, nb::arg("lenient"),
      "Whether texts with what only later releases know, but nothing that changes a number, are read.");
  m.def("later_mjcf", &later_mjcf, "What MJCF got after MuJoCo 3.5.0.");
  m.def(
      "set_load_limits",
      [](std::int64_t bodies, std::int64_t elements, std::int64_t bytes, double seconds) {
        Limits& limits = load_limits();
        limits = Limits{};
        limits.bodies = bodies, limits.elements = elements, limits.seconds = seconds;
        if (bytes == limits.bytes) return;
        limits.bytes = bytes;
        limits.bytes_per_file_byte = 0;  // who names a number means it
      },
      nb::kw_only(), nb::arg("bodies") = Limits{}.bodies, nb::arg("elements") = Limits{}.elements,
      nb::arg("bytes") = Limits{}.bytes, nb::arg("seconds") = Limits{}.seconds,
      "What models may use while they are loaded; those that want more are refused.");
  m.def(
      "load_string",
      [](const Text& xml, const nb::object& assets) {
        return loaded(assets, [&](const LoadOptions& options) { return load_text(xml, options); });
      },
      nb::arg("xml"), nb::arg("assets").none());
  m.def(
      "load_file",
      [](const Text& path, const nb::object& assets) {
        return loaded(assets, [&](const LoadOptions& options) { return load(path, options); });
      },
      nb::arg("path"), nb::arg("assets").none());
}

}  // namespace corten::python
