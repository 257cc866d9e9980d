// Elements of a specification come and go: lists, lookup, parents, frames, default classes, deletion.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "corten/spec/edit.h"
#include "corten/spec/names.h"
#include "python/bindings/client_texts.h"
#include "python/bindings/spec_tree.h"

namespace corten::python {
namespace {

namespace nb = nanobind;
using spec::Body;
using spec::Default;
using spec::Frame;
using spec::kInBody;
using spec::KindOf;

std::vector<Ref> elements(const Tree& tree, const std::string& kind) {
  std::vector<Ref> all;
  with_word(kind, [&]<class N>(std::type_identity<N>) {
    for_each_element<N>(tree->spec, [&](N& node) { all.push_back(tree->ref(node)); });
  });
  return all;
}

// Assets without a name go by their file's.
template <class N>
std::string name_of(const N& node) {
  if constexpr (requires { node.file; })
    if (node.name.empty()) {
      const std::string file = node.file.substr(node.file.find_last_of("/\\") + 1);
      return file.substr(0, file.find_last_of('.'));
    }
  return node.name;
}

Ref find(const Tree& tree, const std::string& kind, const std::string& name) {
  Ref found;
  with_word(kind, [&]<class N>(std::type_identity<N>) {
    for_each_element<N>(tree->spec, [&](N& node) {
      if (!found && !name.empty() && name_of(node) == name) found = tree->ref(node);
    });
  });
  return found;
}

// Children of one kind of a body, of its descendants too if `deep`.
std::vector<Ref> children(const Ref& body, const std::string& kind, bool deep) {
  std::vector<Ref> all;
  with_word(kind, [&]<class N>(std::type_identity<N>) {
    if constexpr (kInBody<N>) {
      const auto list = [&](Body& holder) {
        for (N& node : holder.*KindOf<N>::kList) all.push_back(body->tree->ref(node));
      };
      if (!deep)
        list(body->as<Body>());
      else if constexpr (std::is_same_v<N, Body>)
        for_each_body(body->as<Body>(), [&](Body& node) {
          if (&node != body->node) all.push_back(body->tree->ref(node));
        });
      else
        for_each_body(body->as<Body>(), list);
    }
  });
  return all;
}

// The body an element stands in; null for the world.
template <class N>
Body* holder(const Ref& ref) {
  return spec::holder_of(ref->tree->spec.world, ref->as<N>());
}

Ref parent(const Ref& ref) {
  Body* found = nullptr;
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    if constexpr (kInBody<N>) found = holder<N>(ref);
  });
  return ref->tree->ref_or_none(found);
}

Ref frame(const Ref& ref) {
  Frame* found = nullptr;
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    if constexpr (kInBody<N>)
      if (const int index = ref->as<N>().frame; index >= 0) found = &holder<N>(ref)->frames[index];
  });
  return ref->tree->ref_or_none(found);
}

void set_frame(const Ref& ref, const Ref& frame) {
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    if constexpr (kInBody<N>) {
      Body* body = holder<N>(ref);
      if (!body) throw nb::value_error("the world cannot stand in a frame");
      const int index = frame ? body->frames.index_of(frame->as<Frame>()) : -1;
      if (frame && index < 0) throw nb::value_error("the frame is in another body");
      if constexpr (std::is_same_v<N, Frame>) {
        if (!nest_frame(*body, body->frames.index_of(ref->as<Frame>()), index))
          throw nb::value_error("a frame cannot stand in itself");
      } else {
        ref->as<N>().frame = index;
      }
    }
  });
  ref->tree->restructured();
}

Default& find_class(Spec& s, const std::string& name) {
  Default* found = s.defaults.find(name);
  return found ? *found : s.defaults;
}

// A new element in a body or one of its frames; the class is the given one or that of the place.
Ref add_to_body(const Ref& place, const std::string& kind, const Ref& of_class) {
  const Tree& tree = place->tree;
  const bool framed = place->is<Frame>();
  Body& body = framed ? *holder<Frame>(place) : place->as<Body>();
  const int frame = framed ? body.frames.index_of(place->as<Frame>()) : -1;
  Default& from = of_class ? of_class->as<Default>() : find_class(tree->spec, spec::class_in(body, frame));
  Ref made;
  with_word(kind, [&]<class N>(std::type_identity<N>) {
    if constexpr (kInBody<N>) {
      N& node = spec::add_of_class(body.*KindOf<N>::kList, from);
      node.frame = frame;
      if constexpr (std::is_same_v<N, Body>) node.childclass = from.name;
      made = tree->ref(node);
    }
  });
  tree->restructured();
  return made;
}

Ref add_to_spec(const Tree& tree, const std::string& kind, const Ref& of_class) {
  Ref made;
  with_word(kind, [&]<class N>(std::type_identity<N>) {
    if constexpr (!kInBody<N>) {
      Default& from = of_class ? of_class->as<Default>() : tree->spec.defaults;
      made = tree->ref(spec::add_of_class(tree->spec.*KindOf<N>::kList, from));
    }
  });
  tree->compiled = false;
  return made;
}

template <class N>
void bury_all(SpecTree& tree, spec::List<N>& list) {
  while (!list.empty()) tree.bury(list.take(0));
}

void remove_body(const Ref& ref) {
  SpecTree& tree = *ref->tree;
  Body& body = ref->as<Body>();
  Body* parent = holder<Body>(ref);
  if (!parent) return;  // the world stays
  if (const std::string wrong = check_key_sizes(tree.spec); !wrong.empty())
    throw nb::value_error(wrong.c_str());
  spec::Orphans orphans;
  tree.bury(spec::take_body(tree.spec, *parent, parent->bodies.index_of(body), orphans));
  std::apply([&](auto&... lists) { (bury_all(tree, lists), ...); }, orphans);
}

void remove_class(const Ref& ref) {
  SpecTree& tree = *ref->tree;
  std::unique_ptr<Default> taken = spec::take_class(tree.spec, ref->as<Default>());
  if (!taken) throw nb::value_error("the main class cannot be deleted");
  tree.bury(std::move(taken));
}

template <class N>
void remove_element(const Ref& ref) {
  SpecTree& tree = *ref->tree;
  if constexpr (kInBody<N>) {
    Body& body = *holder<N>(ref);
    const int index = (body.*KindOf<N>::kList).index_of(ref->as<N>());
    if constexpr (std::is_same_v<N, Frame>)
      tree.bury(spec::take_frame(body, index));
    else
      tree.bury((body.*KindOf<N>::kList).take(index));
  } else {
    auto& list = tree.spec.*KindOf<N>::kList;
    const int index = list.index_of(ref->as<N>());
    if (index >= 0) tree.bury(list.take(index));
  }
}

void remove(const Ref& ref) {
  if (ref->is<Default>())
    remove_class(ref);
  else if (ref->is<Body>())
    remove_body(ref);
  else
    with_kind(*ref, [&]<class N>(std::type_identity<N>) { remove_element<N>(ref); });
  ref->tree->restructured();
}

Ref to_frame(const Ref& ref) {
  SpecTree& tree = *ref->tree;
  Body* parent = holder<Body>(ref);
  if (!parent) throw nb::value_error("the world cannot become a frame");
  Frame* made = nullptr;
  tree.bury(spec::body_to_frame(*parent, parent->bodies.index_of(ref->as<Body>()), made));
  tree.restructured();
  return tree.ref(*made);
}

std::string get_name(const Ref& ref) {
  std::string name;
  if (ref->is<Default>()) return ref->alive() ? ref->as<Default>().name : "";
  with_kind(*ref, [&]<class N>(std::type_identity<N>) { name = ref->as<N>().name; });
  return name;
}

// As in MuJoCo the name is taken over even if it is refused.
void set_name(const Ref& ref, const std::string& name) {
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    N& own = ref->as<N>();
    own.name = name;
    if (name.empty()) return;
    for_each_element<N>(ref->tree->spec, [&](N& node) {
      if (&node != &own && node.name == name)
        throw nb::value_error(client_text::repeated_name(name, kPartWord<N>).c_str());
    });
  });
}

Ref class_of(const Ref& ref) {
  Default* found = nullptr;
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    N& node = ref->as<N>();
    if constexpr (std::is_same_v<N, Body>)
      found = &find_class(ref->tree->spec, node.childclass);
    else
      found = &find_class(ref->tree->spec, node.classname);
  });
  return ref->tree->ref_or_none(found);
}

void set_class(const Ref& ref, const Ref& of_class) {
  const std::string& name = of_class->as<Default>().name;
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    ref->as<N>().classname = name;
    if constexpr (std::is_same_v<N, Body>) ref->as<N>().childclass = name;
  });
}

// The record of a class for one kind of elements.
Ref class_record(const Ref& ref, const std::string& kind) {
  Default& record = ref->as<Default>();
  Ref found;
  with_word(kind, [&]<class N>(std::type_identity<N>) {
    if (N* part = spec::class_record<N>(record)) found = ref->tree->ref(*part, ref);
  });
  return found;
}

// A free joint is made without a class.
Ref add_freejoint(const Ref& place) {
  spec::Joint& joint = place->as<Body>().joints.add();
  joint.classname = place->tree->spec.defaults.name;
  joint.type = mjJNT_FREE;
  place->tree->restructured();
  return place->tree->ref(joint);
}

void set_orientation(const Ref& ref, int type) {
  spec::Orientation& alt = ref->as<spec::Orientation>();
  alt.axisangle.set = type == mjORIENTATION_AXISANGLE;
  alt.xyaxes.set = type == mjORIENTATION_XYAXES;
  alt.zaxis.set = type == mjORIENTATION_ZAXIS;
  alt.euler.set = type == mjORIENTATION_EULER;
}

int id(const Ref& ref) {
  int found = -1;
  with_kind(*ref, [&]<class N>(std::type_identity<N>) {
    N& node = ref->as<N>();
    if (ref->owner) return;
    if constexpr (!kInBody<N>) {
      found = (ref->tree->spec.*KindOf<N>::kList).index_of(node);
    } else if (&node == static_cast<void*>(&ref->tree->spec.world)) {
      found = 0;
    } else if (const auto at = ref->tree->ids.find(&node); at != ref->tree->ids.end()) {
      found = at->second;
    }
  });
  return found;
}

}  // namespace

void bind_spec_edit(nb::module_& m) {
  nb::class_<SpecTree>(m, "SpecTree")
      .def_ro("compiled", &SpecTree::compiled)
      .def_rw("copy_during_attach", &SpecTree::copy_during_attach);
  nb::class_<SpecRef>(m, "SpecRef")
      .def_prop_rw(
          "face", [](const SpecRef& ref) { return ref.face.is_valid() ? ref.face : nb::none(); },
          [](SpecRef& ref, nb::object face) { ref.face = std::move(face); }, nb::for_setter(nb::arg().none()))
      .def_ro("kind", &SpecRef::kind)
      .def_ro("tree", &SpecRef::tree)
      .def_ro("owner", &SpecRef::owner)
      .def_prop_ro("alive", &SpecRef::alive);
  m.def("spec_new", [] { return std::make_shared<SpecTree>(); });
  m.def("spec_copy", [](const Tree& tree) {
    auto copy = std::make_shared<SpecTree>();
    copy->spec = tree->spec;
    copy->copy_during_attach = tree->copy_during_attach;
    return copy;
  });
  m.def("spec_activate_plugin", [](const Tree& tree, const std::string& name) {
    auto& active = tree->spec.active_plugins;
    if (std::find(active.begin(), active.end(), name) == active.end()) active.push_back(name);
  });
  m.def("spec_elements", elements);
  m.def("spec_find", find);
  m.def("spec_children", children);
  m.def("spec_parent", parent);
  m.def("spec_frame", frame);
  m.def("spec_set_frame", set_frame, nb::arg(), nb::arg().none());
  m.def("spec_add_to_body", add_to_body, nb::arg(), nb::arg(), nb::arg().none());
  m.def("spec_add", add_to_spec, nb::arg(), nb::arg(), nb::arg().none());
  m.def("spec_remove", remove);
  m.def("spec_to_frame", to_frame);
  m.def("spec_name", get_name);
  m.def("spec_set_name", set_name);
  m.def("spec_class", class_of);
  m.def("spec_set_class", set_class);
  m.def("spec_class_record", class_record);
  m.def("spec_id", id);
  m.def("spec_add_freejoint", add_freejoint);
  m.def("spec_orientation",
        [](const Ref& ref) { return static_cast<int>(ref->as<spec::Orientation>().type()); });
  m.def("spec_set_orientation", set_orientation);
  m.def("spec_signature", [](const Tree& tree) { return structure_signature(tree->spec); });
  m.def("spec_world", [](const Tree& tree) { return tree->ref(tree->spec.world); });
  m.def("spec_settings", [](const Tree& tree) { return tree->ref(tree->spec); });
  m.def("spec_compiler", [](const Tree& tree) { return tree->ref(tree->spec.compiler); });
  m.def("spec_length_range", [](const Tree& tree) { return tree->ref(tree->spec.compiler.lengthrange); });
  m.def("spec_statistic", [](const Tree& tree) { return tree->ref(tree->spec.statistic); });
  m.def("spec_default", [](const Tree& tree) { return tree->ref(tree->spec.defaults); });
  m.def("spec_find_default", [](const Tree& tree, const std::string& name) {
    return tree->ref_or_none(tree->spec.defaults.find(name));
  });
  m.def("spec_add_default", [](const Tree& tree, const std::string& name, const Ref& parent) {
    return tree->ref_or_none(spec::add_class(tree->spec, name, parent->as<Default>()));
  });
}

}  // namespace corten::python
