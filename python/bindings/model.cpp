// Model for Python: sizes as properties, arrays and plain structs as views found by name.
#include "corten/model/model.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "corten/base/whole_file.h"
#include "corten/model/binary.h"
#include "corten/model/validate.h"
#include "python/bindings/array_table.h"
#include "python/bindings/handles.h"
#include "python/bindings/plugins.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

const ArrayTable& arrays() {
  static const ArrayTable table = [] {
    ArrayTable t;
    Model prototype;
    Model::visit_arrays(prototype, t.collector(prototype));
    return t;
  }();
  return table;
}

nb::object array(const ModelHandle& h, const std::string& name) {
  nb::object view = arrays().view(name, h.object.get(), keep_alive(h.object));
  const auto memory = nb::cast<nb::ndarray<>>(view);
  if (memory.dtype().code != static_cast<std::uint8_t>(nb::dlpack::dtype_code::Float))
    h.watch->add(memory.data(), memory.nbytes());
  return view;
}

// Writable bytes of one plain struct.
nb::object memory(const ModelHandle& h, const std::string& part) {
  Model& m = *h;
  const nb::capsule owner = keep_alive(h.object);
  const auto bytes = [&](auto& s) { return numpy_view(reinterpret_cast<byte*>(&s), {sizeof s}, owner); };
  if (part == "opt") return bytes(m.opt);
  if (part == "stat") return bytes(m.stat);
  if (part == "global_") return bytes(m.vis.global_);
  if (part == "quality") return bytes(m.vis.quality);
  if (part == "headlight") return bytes(m.vis.headlight);
  if (part == "map") return bytes(m.vis.map);
  if (part == "scale") return bytes(m.vis.scale);
  if (part == "rgba") return bytes(m.vis.rgba);
  throw nb::key_error(part.c_str());
}

void bind_sizes(nb::class_<ModelHandle>& cls) {
  const Sizes prototype;
  Sizes::visit(prototype, [&](const char* name, const auto& size) {
    using Size = std::remove_cvref_t<decltype(size)>;
    cls.def_prop_ro(name, [place = place_of(&size, prototype)](const ModelHandle& h) {
      return at_place<Size>(static_cast<Sizes&>(*h), place);
    });
  });
}

// Zeroed model with the given sizes, for those who fill it from elsewhere.
ModelHandle with_sizes(const nb::dict& values) {
  Sizes sizes;
  Sizes::visit(sizes, [&](const char* name, auto& size) {
    size = nb::cast<std::remove_reference_t<decltype(size)>>(values[name]);
  });
  return {std::make_shared<Model>(sizes)};
}

// What a loader refuses is a ValueError, as in MuJoCo.
template <class Load>
ModelHandle loaded(Load&& load) {
  try {
    return {std::make_shared<Model>(load())};
  } catch (const LoadError& error) {
    throw nb::value_error(error.what());
  }
}

ModelHandle from_bytes(const nb::bytes& bytes) {
  return loaded([&] {
    return model_from_bytes({static_cast<const std::byte*>(bytes.data()), bytes.size()}, "",
                            module_plugins());
  });
}

ModelHandle from_file(const std::string& path) {
  return loaded([&] { return load_model(path, module_plugins()); });
}

std::vector<std::string> size_names() {
  std::vector<std::string> names;
  const Sizes prototype;
  Sizes::visit(prototype, [&](const char* name, const auto&) { names.emplace_back(name); });
  return names;
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<ModelHandle> cls(m, "Model", nb::dynamic_attr());
  cls.def("__init__", [](ModelHandle* self, const ModelHandle& other) { new (self) ModelHandle(other); })
      .def_static("_with_sizes", &with_sizes)
      .def("_array", &array)
      .def("_memory", &memory)
      .def("_name_plugins",
           [](ModelHandle& h, const std::vector<std::string>& names) {
             Model& model = *h;
             if (model.nplugin) model.plugins = module_plugins();
             for (int i = 0; i < model.nplugin; ++i)
               model.plugin[i] = model.plugins->find(names.at(static_cast<std::size_t>(i)));
           })
      .def("_to_bytes",
           [](const ModelHandle& h) {
             const std::vector<std::byte> bytes = model_to_bytes(*h);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static("_from_bytes", &from_bytes)
      .def_static("_from_file", &from_file)
      .def("_problem", [](const ModelHandle& h) { return validate(*h); })
      .def("_copied", [](const ModelHandle& h) { return ModelHandle{std::make_shared<Model>(*h)}; })
      .def_prop_rw(
          "signature", [](const ModelHandle& h) { return (*h).signature; },
          [](ModelHandle& h, std::uint64_t value) { (*h).signature = value; })
      .def_prop_ro("load_warnings", [](const ModelHandle& h) { return h.warnings; })
      .def_prop_ro("_address",
                   [](const ModelHandle& h) { return reinterpret_cast<std::uintptr_t>(h.object.get()); });
  bind_sizes(cls);
  m.def(
      "write_file",
      [](const std::string& path, const nb::bytes& content) {
        try {
          write_whole_file(path, {content.c_str(), content.size()});
        } catch (const std::runtime_error& problem) {
          PyErr_SetString(PyExc_OSError, problem.what());
          throw nb::python_error();
        }
      },
      "Writes the file as a whole or not at all.");
  m.attr("model_sizes") = size_names();
  m.attr("model_arrays") = arrays().names();
}

}  // namespace corten::python
