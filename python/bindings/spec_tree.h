// What Python holds of a specification: the tree itself and references to its elements. An element that
// leaves the tree keeps its memory until the tree goes, so no view or reference ever dangles; using one
// raises.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corten/asset/vfs.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/kinds.h"
#include "corten/spec/names.h"
#include "corten/spec/state_layout.h"
#include "python/bindings/handles.h"

namespace corten::python {

struct SpecTree;

// Parts of elements that Python sees as objects of their own, beside the kinds of spec/kinds.h.
template <class N>
constexpr const char* kPartWord = spec::KindOf<N>::kWord;
template <>
inline constexpr const char* kPartWord<spec::Orientation> = "orientation";
template <>
inline constexpr const char* kPartWord<spec::PluginUse> = "plugin_use";
template <>
inline constexpr const char* kPartWord<spec::Wrap> = "wrap";
template <>
inline constexpr const char* kPartWord<spec::Default> = "default";
template <>
inline constexpr const char* kPartWord<spec::Compiler> = "compiler";
template <>
inline constexpr const char* kPartWord<spec::LengthRange> = "length_range";
template <>
inline constexpr const char* kPartWord<spec::Statistic> = "statistic";
template <>
inline constexpr const char* kPartWord<Spec> = "spec";

struct SpecRef {
  std::shared_ptr<SpecTree> tree;
  void* node = nullptr;
  const char* kind = nullptr;      // its kPartWord
  std::shared_ptr<SpecRef> owner;  // the element it is a part of, if any
  bool gone = false;               // left the tree
  nanobind::object face{};         // weak reference to the object users see

  bool alive() const { return !gone && (!owner || owner->alive()); }
  template <class N>
  bool is() const {
    return kind && std::string_view(kind) == kPartWord<N>;
  }
  template <class N>
  N& as() const {
    if (!alive()) throw std::runtime_error("this element was deleted from its MjSpec");
    if (!is<N>()) throw nanobind::type_error("not an element of the right kind");
    return *static_cast<N*>(node);
  }
};
using Ref = std::shared_ptr<SpecRef>;
using Tree = std::shared_ptr<SpecTree>;

struct SpecTree : std::enable_shared_from_this<SpecTree> {
  Spec spec;
  std::unordered_map<const void*, std::weak_ptr<SpecRef>> refs;  // what Python holds now
  std::unordered_map<const void*, Ref> lent;   // elements attached to another tree: they live there
  std::vector<std::shared_ptr<void>> removed;  // memory of deleted elements
  std::unordered_map<const void*, int> ids;    // of the elements in bodies, since the last compilation
  spec::StateLayout state;                     // of the last compiled model
  Vfs files;                                   // mounted when it was read with its model
  bool compiled = false;
  bool copy_during_attach = false;

  // The one reference to an element or a part of one.
  template <class N>
  Ref ref(N& node, const Ref& owner = nullptr) {
    if (const auto away = lent.find(&node); away != lent.end()) return away->second;
    std::weak_ptr<SpecRef>& known = refs[&node];
    if (Ref found = known.lock()) return found;
    auto made = std::make_shared<SpecRef>(SpecRef{shared_from_this(), &node, kPartWord<N>, owner});
    known = made;
    return made;
  }
  template <class N>
  Ref ref_or_none(N* node) {
    return node ? ref(*node) : nullptr;
  }

  // Compiled ids are forgotten when the tree of bodies changes.
  void restructured() {
    ids.clear();
    compiled = false;
  }
  // Marks what Python holds of an element as gone and keeps its memory.
  template <class N>
  void bury(std::unique_ptr<N> element) {
    forget(*element);
    removed.push_back(std::move(element));
  }

 private:
  template <class N>
  void forget(N& node) {
    if constexpr (requires { node.nested(); })
      spec::for_each_nested(node, [&](N& inner) { forget_one(inner); });
    else
      forget_one(node);
  }
  template <class N>
  void forget_one(N& node) {
    if (const auto known = refs.find(&node); known != refs.end())
      if (const Ref ref = known->second.lock()) ref->gone = true;
    if constexpr (std::is_same_v<N, spec::Body>)
      spec::BodyKinds::for_each([&]<class Child>(std::type_identity<Child>) {
        if constexpr (!std::is_same_v<Child, spec::Body>)
          for (Child& child : node.*spec::KindOf<Child>::kList) forget_one(child);
      });
  }
};

// Calls fn with the type of the element's kind; nothing for parts.
template <class Fn>
void with_kind(const SpecRef& ref, Fn&& fn) {
  const auto visit = [&]<class N>(std::type_identity<N> type) {
    if (ref.is<N>()) fn(type);
  };
  spec::BodyKinds::for_each(visit);
  spec::ListKinds::for_each(visit);
}

// Calls fn with the type of the kind of that word; false if there is none.
template <class Fn>
bool with_word(const std::string& word, Fn&& fn) {
  bool found = false;
  const auto visit = [&]<class N>(std::type_identity<N> type) {
    if (word != kPartWord<N>) return;
    found = true;
    fn(type);
  };
  spec::BodyKinds::for_each(visit);
  spec::ListKinds::for_each(visit);
  return found;
}

// Calls fn with every element of a kind, in the order of compiled ids.
template <class N, class Fn>
void for_each_element(Spec& s, Fn&& fn) {
  if constexpr (std::is_same_v<N, spec::Body>) {
    spec::for_each_body(s.world, fn);
  } else if constexpr (spec::kInBody<N>) {
    spec::for_each_body(s.world, [&](spec::Body& body) {
      for (N& node : body.*spec::KindOf<N>::kList) fn(node);
    });
  } else {
    for (N& node : s.*spec::KindOf<N>::kList) fn(node);
  }
}

// The specification of the model that was loaded last from text; null if none was.
Tree& last_read();

// The warnings among them, one line each.
std::vector<std::string> warnings_of(const Diagnostics& diagnostics);

void bind_spec_fields(nanobind::module_& m);  // values of elements by name
void bind_spec_edit(nanobind::module_& m);    // elements come and go
void bind_spec_attach(nanobind::module_& m);  // one specification to another
void bind_spec_parts(nanobind::module_& m);  // what single kinds can do: paths of tendons, shapes of meshes …
void bind_spec_text(nanobind::module_& m);  // from text, to text, to models

}  // namespace corten::python
