// Lookups in a Spec.
#include "corten/spec/spec.h"

namespace corten::spec {

const Default* Default::find(std::string_view class_name) const {
  if (name == class_name) return this;
  std::vector<const Default*> open{this};
  while (!open.empty()) {
    const Default& record = *open.back();
    open.pop_back();
    if (record.name == class_name) return &record;
    for (int i = record.children.size(); i-- > 0;) open.push_back(&record.children[i]);
  }
  return nullptr;
}

Default* Default::find(std::string_view class_name) {
  return const_cast<Default*>(std::as_const(*this).find(class_name));
}

Spec::Spec() {
  world.name = "world";
  world.classname = world.childclass = defaults.name;
}

const Compiler& Spec::compiler_of(const Node& node) const {
  return node.origin == 0 ? compiler : origins[static_cast<std::size_t>(node.origin - 1)].compiler;
}

const std::string& Spec::modelfiledir_of(const Node& node) const {
  return node.origin == 0 ? modelfiledir : origins[static_cast<std::size_t>(node.origin - 1)].modelfiledir;
}

}  // namespace corten::spec
