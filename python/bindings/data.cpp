// Data for Python: scalars as properties, arrays and lists of plain structs as views found by name.
#include "corten/model/data.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "corten/model/binary.h"
#include "corten/sim/reset.h"
#include "python/bindings/array_table.h"
#include "python/bindings/callbacks.h"
#include "python/bindings/handles.h"
#include "python/bindings/plugins.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

const ArrayTable& arrays() {
  static const ArrayTable table = [] {
    ArrayTable t;
    Data prototype;
    Data::visit_arrays(prototype, Sizes{}, t.collector(prototype));
    Data::visit_scalars(prototype, [&](const char* name, auto& value) {
      if constexpr (requires { value[0]; }) t.collector(prototype)(name, value);
    });
    return t;
  }();
  return table;
}

const ArrayTable& arena_arrays() {
  static const ArrayTable table = [] {
    ArrayTable t;
    Data prototype;
    Data::visit_arena(prototype, Sizes{}, t.collector(prototype));
    return t;
  }();
  return table;
}

nb::object array(const DataHandle& h, const std::string& name) {
  return arrays().view(name, h.object.get(), keep_alive(h.object));
}

nb::object arena_array(const DataHandle& h, const std::string& name) {
  return arena_arrays().view(name, h.object.get(), keep_alive(h.object));
}

// Writable bytes of a list of plain structs, one row each.
nb::object memory(const DataHandle& h, const std::string& list) {
  Data& d = *h;
  const nb::capsule owner = keep_alive(h.object);
  const auto bytes = [&](auto* first, std::size_t count) {
    return numpy_view(reinterpret_cast<byte*>(first), {count, sizeof *first}, owner);
  };
  if (list == "contact")
    return bytes(d.contact.data(), d.contact.data() ? static_cast<std::size_t>(d.ncon) : 0);
  if (list == "warning") return bytes(d.warning.data(), d.warning.size());
  if (list == "timer") return bytes(d.timer.data(), d.timer.size());
  if (list == "solver") return bytes(d.solver.data(), d.solver.size());
  throw nb::key_error(list.c_str());
}

DataHandle from_bytes(const ModelHandle& model, const nb::bytes& bytes) {
  const PluginMaking making(nb::find(model));
  try {
    const std::span content(static_cast<const std::byte*>(bytes.data()), bytes.size());
    return {std::make_shared<Data>(data_from_bytes(*model, content)), model.object};
  } catch (const LoadError& error) {
    throw nb::value_error(error.what());
  }
}

// In place, so that views of the target stay valid.
void assign(DataHandle& to, const DataHandle& from) {
  const bool fits = (*to).arena.size() == (*from).arena.size() && to.model->sizes() == from.model->sizes();
  if (!fits) throw FatalError("mj_copyData: dest and src data buffers have different size");
  *to = *from;
}

// Room for results of another engine: contacts and constraint rows, zero, no islands. False if the arena is
// too small.
bool resize_rows(DataHandle& h, int ncon, int nefc, int nJ) {
  if (ncon < 0 || nefc < 0) throw nb::value_error("the counts of contacts and rows must not be negative");
  Data& d = *h;
  d.ncon = ncon, d.nefc = nefc;
  if (nJ >= 0) d.nJ = nJ;
  d.nA = d.nisland = d.nidof = 0;
  d.arena.reset();
  bool fits = true;
  const auto place = [&](const char*, auto& view, auto... shape) {
    const std::int64_t size = (std::int64_t{1} * ... * shape);
    fits = fits && size <= std::numeric_limits<int>::max() && d.arena.alloc(static_cast<int>(size), view);
    if (fits) std::fill(view.begin(), view.end(), typename std::remove_cvref_t<decltype(view)>::value_type{});
  };
  place("contact", d.contact, ncon);
  Data::visit_arena(d, h.model->sizes(), place);
  if (fits) return true;
  d.ncon = d.nefc = d.nJ = 0;
  d.contact = {};
  Data::visit_arena(d, h.model->sizes(), [](const char*, auto& view, auto...) { view = {}; });
  return false;
}

Data fresh_data(const Model& m) {
  try {
    return make_data(m);
  } catch (const std::invalid_argument& refusal) {
    throw FatalError(refusal.what());
  } catch (const PluginError& refusal) {
    throw FatalError(refusal.what());
  }
}

void bind_scalars(nb::class_<DataHandle>& cls) {
  static const Data prototype;
  Data::visit_scalars(prototype, [&](const char* name, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (!requires { value[0]; }) {
      const std::ptrdiff_t place = place_of(&value, prototype);
      cls.def_prop_rw(
          name, [place](const DataHandle& h) { return at_place<Value>(*h, place); },
          [place](DataHandle& h, Value x) { at_place<Value>(*h, place) = x; });
    }
  });
}

}  // namespace

void bind_data(nb::module_& m) {
  nb::class_<DataHandle> cls(m, "Data", nb::dynamic_attr());
  cls.def("__init__",
          [](DataHandle* self, const ModelHandle& model) {
            require_sound(model);
            const PluginMaking making(nb::find(model));
            new (self) DataHandle{std::make_shared<Data>(fresh_data(*model)), model.object};
            start_default_clock();
          })
      .def("__init__", [](DataHandle* self, const DataHandle& other) { new (self) DataHandle(other); })
      .def("_array", &array)
      .def("_arena_array", &arena_array)
      .def("_memory", &memory)
      .def("_to_bytes",
           [](const DataHandle& h) {
             const std::vector<std::byte> bytes = data_to_bytes(*h.model, *h);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static("_from_bytes", &from_bytes)
      .def("_assign", &assign)
      .def("_resize_rows", &resize_rows)
      .def("_copied",
           [](const DataHandle& h) {
             return DataHandle{std::make_shared<Data>(*h), h.model};
           })
      .def_prop_ro("narena", [](const DataHandle& h) { return (*h).arena.size(); })
      .def_prop_ro("parena", [](const DataHandle& h) { return (*h).arena.used(); })
      .def_prop_ro("_contact_address",
                   [](const DataHandle& h) { return reinterpret_cast<std::uintptr_t>((*h).contact.data()); })
      .def_prop_ro("_address",
                   [](const DataHandle& h) { return reinterpret_cast<std::uintptr_t>(h.object.get()); });
  bind_scalars(cls);
  m.attr("data_arrays") = arrays().names();
  m.attr("data_arena_arrays") = arena_arrays().names();
}

}  // namespace corten::python
