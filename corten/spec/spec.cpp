// Lookups in a Spec; copies and ends of its large parts.
#include "corten/spec/spec.h"

namespace corten::spec {

Body::Body() = default;
Body::Body(const Body&) = default;
Body::Body(Body&&) noexcept = default;
Body::~Body() = default;
Body& Body::operator=(const Body&) = default;
Body& Body::operator=(Body&&) noexcept = default;

Default::Default() = default;
Default::Default(const Default&) = default;
Default::Default(Default&&) noexcept = default;
Default::~Default() = default;
Default& Default::operator=(const Default&) = default;
Default& Default::operator=(Default&&) noexcept = default;

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
Spec::Spec(const Spec&) = default;
Spec::Spec(Spec&&) noexcept = default;
Spec::~Spec() = default;
Spec& Spec::operator=(const Spec&) = default;
Spec& Spec::operator=(Spec&&) noexcept = default;

const Compiler& Spec::compiler_of(const Node& node) const {
  return node.origin == 0 ? compiler : origins[static_cast<std::size_t>(node.origin - 1)].compiler;
}

const std::string& Spec::modelfiledir_of(const Node& node) const {
  return node.origin == 0 ? modelfiledir : origins[static_cast<std::size_t>(node.origin - 1)].modelfiledir;
}

}  // namespace corten::spec
