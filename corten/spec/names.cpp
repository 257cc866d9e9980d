// The check that no two objects of a kind share a name.
#include "corten/spec/names.h"

#include <set>

#include "corten/spec/kinds.h"

namespace corten::spec {

namespace {

// The names of one kind of object.
class NameSpace {
 public:
  NameSpace(const char* kind, Diagnostics& diagnostics) : kind_(kind), diagnostics_(diagnostics) {}

  void add(const Node& node) {
    if (node.name.empty() || names_.insert(node.name).second) return;
    diagnostics_.error(node.place, "<" + std::string(kind_) + " name=\"" + node.name + "\">",
                       "repeated name '" + node.name + "' in " + kind_, "names of a kind must be different");
  }
  template <class N>
  void add_all(const List<N>& nodes) {
    for (const N& node : nodes) add(node);
  }

 private:
  const char* kind_;
  Diagnostics& diagnostics_;
  std::set<std::string> names_;
};

// of an explicit plugin instance the element is another
template <class N>
constexpr const char* kTag = std::is_same_v<N, PluginInstance> ? "instance" : KindOf<N>::kWord;

void check_tree(const Spec& spec, Diagnostics& diagnostics) {
  BodyKinds::for_each([&]<class N>(std::type_identity<N>) {
    NameSpace names(kTag<N>, diagnostics);
    if constexpr (std::is_same_v<N, Body>) names.add(spec.world);
    for_each_body(spec.world, [&](const Body& body) { names.add_all(list_of<N>(body)); });
  });
}

}  // namespace

std::uint64_t structure_signature(const Spec& spec) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 1099511628211U; };
  for_each_body(spec.world, [&](const Body& body) {
    for_each_list(body, [&](auto kind, const auto& list) {
      if constexpr (!std::is_same_v<decltype(kind), std::type_identity<Frame>>)
        add(static_cast<std::uint64_t>(list.size()));
    });
    for (const Joint& joint : body.joints) add(static_cast<std::uint64_t>(*joint.type));
  });
  for_each_list(spec, [&](auto, const auto& list) { add(static_cast<std::uint64_t>(list.size())); });
  return hash;
}

void check_names(const Spec& spec, Diagnostics& diagnostics) {
  check_tree(spec, diagnostics);
  for_each_list(spec, [&]<class N>(std::type_identity<N>, const List<N>& nodes) {
    NameSpace names(kTag<N>, diagnostics);
    names.add_all(nodes);
    if constexpr (std::is_same_v<N, Key>) names.add_all(spec.pending_keys);
  });
}

}  // namespace corten::spec
