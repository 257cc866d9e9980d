// Specifications from text and back, and to models.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <functional>

#include "corten/compile/compile.h"
#include "corten/mjcf/load.h"
#include "corten/mjcf/write.h"
#include "python/bindings/assets.h"
#include "python/bindings/plugins.h"
#include "python/bindings/spec_tree.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

Tree read(const nb::object& assets, const std::function<Spec(const Vfs&, Diagnostics&)>& parse) {
  const Vfs vfs = mount(assets, true);
  Diagnostics diagnostics;
  auto tree = std::make_shared<SpecTree>();
  tree->spec = parse(vfs, diagnostics);
  if (!diagnostics.ok()) throw nb::value_error(LoadError(std::move(diagnostics)).what());
  return tree;
}

// Numbers the elements of bodies as the compiler does.
void number_elements(SpecTree& tree) {
  tree.ids.clear();
  spec::BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
    int id = 0;
    if constexpr (!std::is_same_v<N, spec::Frame>)
      for_each_element<N>(tree.spec, [&](N& node) { tree.ids[&node] = id++; });
  });
  tree.state = spec::state_layout(tree.spec);
  tree.compiled = true;
}

ModelHandle compile_tree(const Tree& tree, const Vfs& vfs) {
  Diagnostics diagnostics;
  if (!tree->lent.empty())
    throw nb::value_error("Error: cannot compile child spec if attached by reference to a parent spec");
  std::optional<Model> model = compile(
      tree->spec, {&vfs, &module_cache(), terminal_progress(), false, load_limits(), module_plugins()},
      diagnostics);
  if (!model) throw nb::value_error(LoadError(std::move(diagnostics)).what());
  settle_keys(tree->spec, *model);
  model->signature = structure_signature(tree->spec);  // with the keys that were settled just now
  number_elements(*tree);
  return {std::make_shared<Model>(std::move(*model)), warnings_of(diagnostics)};
}

// Writable bytes of one of the structs that the specification shares with the model.
nb::object memory(const Tree& tree, const std::string& part) {
  Spec& s = tree->spec;
  const nb::capsule owner = keep_alive(tree);
  const auto bytes = [&](auto& object) {
    return numpy_view(reinterpret_cast<std::uint8_t*>(&object), {sizeof object}, owner);
  };
  if (part == "opt") return bytes(s.option);
  if (part == "global_") return bytes(s.visual.global_);
  if (part == "quality") return bytes(s.visual.quality);
  if (part == "headlight") return bytes(s.visual.headlight);
  if (part == "map") return bytes(s.visual.map);
  if (part == "scale") return bytes(s.visual.scale);
  if (part == "rgba") return bytes(s.visual.rgba);
  throw nb::key_error(part.c_str());
}

}  // namespace

void bind_spec_text(nb::module_& m) {
  m.def(
      "spec_from_string",
      [](const std::string& xml, const nb::object& assets) {
        return read(assets, [&](const Vfs& vfs, Diagnostics& d) {
          return mjcf::read_string(xml, &vfs, {lenient_reading(), module_plugins()}, d);
        });
      },
      nb::arg(), nb::arg().none());
  m.def(
      "spec_from_file",
      [](const std::string& path, const nb::object& assets) {
        return read(assets, [&](const Vfs& vfs, Diagnostics& d) {
          return mjcf::read_file(path, &vfs, {lenient_reading(), module_plugins()}, d);
        });
      },
      nb::arg(), nb::arg().none());
  m.def(
      "spec_compile",
      [](const Tree& tree, const nb::object& assets) { return compile_tree(tree, mount(assets, true)); },
      nb::arg(), nb::arg().none());
  m.def("spec_last_compiled", [] { return compile_tree(last_read(), last_read()->files); });
  m.def("spec_to_xml", [](const Tree& tree) {
    if (tree->spec.origins.empty()) return mjcf::to_xml(tree->spec);
    Spec settled = tree->spec;
    settle_origins(settled, {&tree->files, &module_cache(), {}, false, {}, module_plugins()});
    return mjcf::to_xml(settled);
  });
  m.def("spec_state", [](const Tree& tree) {
    nb::list slots;
    for (const auto& [element, size] : tree->state)
      slots.append(nb::make_tuple(reinterpret_cast<std::uintptr_t>(element), size.nq, size.nv, size.na,
                                  size.nu, size.nmocap));
    return slots;
  });
  m.def("spec_memory", memory);
  m.def("spec_last", [] { return last_read(); });
}

}  // namespace corten::python
