// Elements of a specification come and go: added, found, listed, attached, deleted; their frames and classes.
#include "capi/spec_box.h"
#include "corten/asset/asset_error.h"
#include "corten/spec/attach.h"
#include "corten/spec/edit.h"
#include "corten/spec/keyframes.h"
#include "corten/spec/names.h"

namespace corten::capi {
namespace {

using spec::Body;
using spec::Default;
using spec::Frame;

// The elements of a kind in the order of compiled ids.
template <class N, class Fn>
void for_each_element(Spec& s, Fn&& fn) {
  if constexpr (std::is_same_v<N, Body>) {
    spec::for_each_body(s.world, fn);
  } else if constexpr (spec::kInBody<N>) {
    spec::for_each_body(s.world, [&](Body& body) {
      for (N& node : body.*spec::KindOf<N>::kList) fn(node);
    });
  } else {
    for (N& node : s.*spec::KindOf<N>::kList) fn(node);
  }
}

Default& class_named(Spec& s, const std::string& name) {
  Default* found = s.defaults.find(name);
  return found ? *found : s.defaults;
}

// A class may have been written to since it was shown.
Default& taken(SpecBox& box, Default& record) {
  take_all(box);
  return record;
}

template <class N>
void* add_to_body(const char* function, void* body, const mjsDefault* def) {
  return answer(function, [=]() -> void* {
    Element& place = element_of_record(body);
    SpecBox& box = *place.box;
    Body& parent = node_of<Body>(place);
    Default* given_class = class_of(def);
    Default& from =
        taken(box, given_class ? *given_class : class_named(box.spec, spec::class_in(parent, -1)));
    N& node = spec::add_of_class(parent.*spec::KindOf<N>::kList, from);
    node.frame = -1;
    if constexpr (std::is_same_v<N, Body>) node.childclass = from.name;
    box.ids.clear();
    return record_of(box, &node);
  });
}

template <class N>
void* add_to_spec(const char* function, mjSpec* s, const mjsDefault* def = nullptr) {
  return answer(function, [=]() -> void* {
    SpecBox& box = box_of(s);
    Default* given_class = class_of(def);
    Default& from = taken(box, given_class ? *given_class : box.spec.defaults);
    return record_of(box, &spec::add_of_class(box.spec.*spec::KindOf<N>::kList, from));
  });
}

// Assets without a name go by their file's.
template <class N>
std::string_view name_of(const N& node) {
  if constexpr (requires { node.file; })
    if (node.name.empty()) {
      const std::string_view file = std::string_view(node.file).substr(node.file.find_last_of("/\\") + 1);
      return file.substr(0, file.find_last_of('.'));
    }
  return node.name;
}

template <class N>
N* find(SpecBox& box, const char* name) {
  take_all(box);
  N* found = nullptr;
  for_each_element<N>(box.spec, [&](N& node) {
    if (!found && *given(name, "name") && name_of(node) == name) found = &node;
  });
  return found;
}

mjsElement* head_of(Element& element) { return &element.head; }

// Elements of a kind in a body, in those below it too if `deep`.
std::vector<Element*> children(Element& body, int type, bool deep) {
  std::vector<Element*> all;
  Body& root = node_of<Body>(body);
  const bool known = with_kind(type, [&]<class N>(std::type_identity<N>) {
    if constexpr (spec::kInBody<N>) {
      const auto list = [&](Body& holder) {
        if constexpr (std::is_same_v<N, Body>) {
          if (deep && &holder != &root) all.push_back(&element_of(*body.box, holder));
          if (!deep)
            for (Body& child : holder.bodies) all.push_back(&element_of(*body.box, child));
        } else {
          for (N& node : holder.*spec::KindOf<N>::kList) all.push_back(&element_of(*body.box, node));
        }
      };
      if (deep)
        spec::for_each_body(root, list);
      else
        list(root);
    }
  });
  if (!known) throw Problem("bodies have no elements of type " + std::to_string(type));
  return all;
}

std::vector<Element*> elements(SpecBox& box, int type) {
  std::vector<Element*> all;
  with_kind(type, [&]<class N>(std::type_identity<N>) {
    for_each_element<N>(box.spec, [&](N& node) { all.push_back(&element_of(box, node)); });
  });
  return all;
}

mjsElement* first(const std::vector<Element*>& all) { return all.empty() ? nullptr : head_of(*all.front()); }
mjsElement* after(const std::vector<Element*>& all, const Element& element) {
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i] == &element) return head_of(*all[i + 1]);
  return nullptr;
}

// The body an element stands in; null for the world and for elements outside of bodies.
Body* holder(const Element& element) {
  Body* found = nullptr;
  with_kind(element.head.elemtype, [&]<class N>(std::type_identity<N>) {
    if constexpr (spec::kInBody<N>) found = spec::holder_of(element.box->spec.world, node_of<N>(element));
  });
  return found;
}

void* as(const char* function, mjsElement* element, int type) {
  return answer(function, [=]() -> void* {
    if (!element) return nullptr;
    Element& found = element_of(element);
    return found.head.elemtype == type ? found.record.get() : nullptr;
  });
}

template <class N>
void bury_node(SpecBox& box, std::unique_ptr<N> node) {
  if constexpr (std::is_same_v<N, Body>)
    spec::for_each_body(*node, [&](Body& body) {
      spec::BodyKinds::for_each([&]<class Child>(std::type_identity<Child>) {
        if constexpr (!std::is_same_v<Child, Body>)
          for (Child& child : body.*spec::KindOf<Child>::kList) bury(box, &child);
      });
      bury(box, &body);
    });
  else
    bury(box, node.get());
  box.removed.push_back(std::shared_ptr<N>(std::move(node)));
}

template <class N>
void bury_list(SpecBox& box, spec::List<N>& list) {
  while (!list.empty()) bury_node(box, list.take(0));
}

void remove_body(Element& element) {
  SpecBox& box = *element.box;
  Body* parent = holder(element);
  if (!parent) throw Problem("the world cannot be deleted");
  if (const std::string wrong = spec::check_key_sizes(box.spec); !wrong.empty()) throw Problem(wrong);
  spec::Orphans orphans;
  bury_node(box,
            spec::take_body(box.spec, *parent, parent->bodies.index_of(node_of<Body>(element)), orphans));
  std::apply([&](auto&... lists) { (bury_list(box, lists), ...); }, orphans);
}

template <class N>
void remove_node(Element& element) {
  SpecBox& box = *element.box;
  N& node = node_of<N>(element);
  if constexpr (std::is_same_v<N, Frame>) {
    Body& body = *holder(element);
    bury_node(box, spec::take_frame(body, body.frames.index_of(node)));
  } else if constexpr (spec::kInBody<N>) {
    auto& list = holder(element)->*spec::KindOf<N>::kList;
    bury_node(box, list.take(list.index_of(node)));
  } else {
    auto& list = box.spec.*spec::KindOf<N>::kList;
    if (const int index = list.index_of(node); index >= 0) bury_node(box, list.take(index));
  }
}

// Where something is attached: a body and one of its frames. A site gets a frame of the same pose.
struct Place {
  SpecBox& box;
  Body& body;
  int frame = -1;

  Frame& add_frame() {
    Frame& made = body.frames.add();
    made.frame = frame;
    frame = body.frames.size() - 1;
    return made;
  }
};

Place place_of(Element& element) {
  if (element.head.elemtype == mjOBJ_BODY) return {*element.box, node_of<Body>(element)};
  if (element.head.elemtype == mjOBJ_FRAME) {
    Body& body = *holder(element);
    return {*element.box, body, body.frames.index_of(node_of<Frame>(element))};
  }
  const auto& site = node_of<spec::Site>(element);
  Place place{*element.box, *holder(element), site.frame};
  Frame& frame = place.add_frame();
  frame.pos = site.pos, frame.quat = site.quat, frame.alt = site.alt;
  return place;
}

// From now on the elements of the child live in the target: what a program holds of them is what is there.
void lend(SpecBox& child, SpecBox& target, const spec::Copies& copies) {
  std::unordered_map<const spec::Node*, spec::Node*> moved(copies.begin(), copies.end());
  const auto visit = [&]<class N>(std::type_identity<N>) {
    for_each_element<N>(child.spec, [&](N& node) {
      const auto found = moved.find(&node);
      if (found != moved.end()) rehome(child, node, target, static_cast<N&>(*found->second));
    });
  };
  spec::BodyKinds::for_each(visit);
  spec::ListKinds::for_each(visit);
  child.lent = true;
}

// Why a child cannot be attached at a place of a kind; empty if it can.
std::string refused_pair(int parent, int child) {
  if (parent == mjOBJ_BODY)
    return child == mjOBJ_FRAME || child == mjOBJ_MODEL
               ? ""
               : "only a frame or a whole model is attached to a body: add a frame to it for a body";
  if (parent != mjOBJ_FRAME && parent != mjOBJ_SITE) return "attach to a body, a frame or a site";
  return child == mjOBJ_BODY || child == mjOBJ_FRAME || child == mjOBJ_MODEL
             ? ""
             : "only bodies, frames and whole models are attached";
}

Element& attach(Place place, Element& child, const spec::Renaming& rename) {
  SpecBox &from = *child.box, &to = place.box;
  spec::Copies copies;
  Frame* made = nullptr;
  to.ids.clear();
  if (child.head.elemtype == mjOBJ_BODY) {
    copies = attach_tree(to.spec, place.body, place.frame, from.spec, node_of<Body>(child), false, rename);
  } else if (child.head.elemtype == mjOBJ_MODEL) {
    made = &place.add_frame();
    copies = attach_tree(to.spec, place.body, place.frame, from.spec, from.spec.world, true, rename);
  } else {
    spec::AttachedFrame frame =
        attach_frame(to.spec, place.body, place.frame, from.spec, node_of<Frame>(child), rename);
    if (frame.wrong) throw Problem(frame.wrong);
    copies = std::move(frame.copies), made = frame.made;
  }
  if (!to.copies && &to != &from) lend(from, to, copies);
  return made ? element_of(to, *made) : element_of(to, place.body.bodies.back());
}

}  // namespace

// ---- adding ----
// a function that adds an element to a body, one that adds it to the specification, and what is of a kind
#define CORTEN_IN_BODY(name, kind)                           \
  CORTEN_API void* name(void* body, const mjsDefault* def) { \
    return add_to_body<spec::kind>(#name, body, def);        \
  }
#define CORTEN_OF_CLASS(name, kind) \
  CORTEN_API void* name(mjSpec* s, const mjsDefault* def) { return add_to_spec<spec::kind>(#name, s, def); }
#define CORTEN_IN_SPEC(name, kind) \
  CORTEN_API void* name(mjSpec* s) { return add_to_spec<spec::kind>(#name, s); }
CORTEN_IN_BODY(mjs_addBody, Body)
CORTEN_IN_BODY(mjs_addSite, Site)
CORTEN_IN_BODY(mjs_addJoint, Joint)
CORTEN_IN_BODY(mjs_addGeom, Geom)
CORTEN_IN_BODY(mjs_addCamera, Camera)
CORTEN_IN_BODY(mjs_addLight, Light)
CORTEN_OF_CLASS(mjs_addActuator, Actuator)
CORTEN_OF_CLASS(mjs_addPair, Pair)
CORTEN_OF_CLASS(mjs_addEquality, Equality)
CORTEN_OF_CLASS(mjs_addTendon, Tendon)
CORTEN_OF_CLASS(mjs_addMesh, Mesh)
CORTEN_OF_CLASS(mjs_addMaterial, Material)
CORTEN_IN_SPEC(mjs_addSensor, Sensor)
CORTEN_IN_SPEC(mjs_addFlex, Flex)
CORTEN_IN_SPEC(mjs_addExclude, Exclude)
CORTEN_IN_SPEC(mjs_addNumeric, Numeric)
CORTEN_IN_SPEC(mjs_addText, Text)
CORTEN_IN_SPEC(mjs_addTuple, Tuple)
CORTEN_IN_SPEC(mjs_addKey, Key)
CORTEN_IN_SPEC(mjs_addPlugin, PluginInstance)
CORTEN_IN_SPEC(mjs_addHField, HField)
CORTEN_IN_SPEC(mjs_addSkin, Skin)
CORTEN_IN_SPEC(mjs_addTexture, Texture)
#undef CORTEN_IN_BODY
#undef CORTEN_OF_CLASS
#undef CORTEN_IN_SPEC

CORTEN_API void* mjs_addFreeJoint(void* body) {
  return answer("mjs_addFreeJoint", [=]() -> void* {
    Element& place = element_of_record(body);
    spec::Joint& joint = node_of<Body>(place).joints.add();
    joint.classname = place.box->spec.defaults.name;
    joint.type = int{mjJNT_FREE};
    place.box->ids.clear();
    return record_of(*place.box, &joint);
  });
}

CORTEN_API void* mjs_addFrame(void* body, void* parentframe) {
  return answer("mjs_addFrame", [=]() -> void* {
    Element& place = element_of_record(body);
    Body& holding = node_of<Body>(place);
    const int around = parentframe ? holding.frames.index_of(node_of_record<Frame>(parentframe)) : -1;
    if (parentframe && around < 0) throw Problem("the frame around it is in another body");
    Frame& frame = holding.frames.add();
    frame.frame = around;
    frame.childclass = spec::class_in(holding, around);
    return record_of(*place.box, &frame);
  });
}

// ---- what an element is ----
#define CORTEN_AS(name, type) \
  CORTEN_API void* name(mjsElement* element) { return as(#name, element, type); }
CORTEN_AS(mjs_asBody, mjOBJ_BODY)
CORTEN_AS(mjs_asGeom, mjOBJ_GEOM)
CORTEN_AS(mjs_asJoint, mjOBJ_JOINT)
CORTEN_AS(mjs_asSite, mjOBJ_SITE)
CORTEN_AS(mjs_asCamera, mjOBJ_CAMERA)
CORTEN_AS(mjs_asLight, mjOBJ_LIGHT)
CORTEN_AS(mjs_asFrame, mjOBJ_FRAME)
CORTEN_AS(mjs_asActuator, mjOBJ_ACTUATOR)
CORTEN_AS(mjs_asSensor, mjOBJ_SENSOR)
CORTEN_AS(mjs_asFlex, mjOBJ_FLEX)
CORTEN_AS(mjs_asPair, mjOBJ_PAIR)
CORTEN_AS(mjs_asEquality, mjOBJ_EQUALITY)
CORTEN_AS(mjs_asExclude, mjOBJ_EXCLUDE)
CORTEN_AS(mjs_asTendon, mjOBJ_TENDON)
CORTEN_AS(mjs_asNumeric, mjOBJ_NUMERIC)
CORTEN_AS(mjs_asText, mjOBJ_TEXT)
CORTEN_AS(mjs_asTuple, mjOBJ_TUPLE)
CORTEN_AS(mjs_asKey, mjOBJ_KEY)
CORTEN_AS(mjs_asMesh, mjOBJ_MESH)
CORTEN_AS(mjs_asHField, mjOBJ_HFIELD)
CORTEN_AS(mjs_asSkin, mjOBJ_SKIN)
CORTEN_AS(mjs_asTexture, mjOBJ_TEXTURE)
CORTEN_AS(mjs_asMaterial, mjOBJ_MATERIAL)
CORTEN_AS(mjs_asPlugin, mjOBJ_PLUGIN)
#undef CORTEN_AS

// ---- finding ----
CORTEN_API void* mjs_findBody(mjSpec* s, const char* name) {
  return answer("mjs_findBody", [=] { return record_of(box_of(s), find<Body>(box_of(s), name)); });
}
CORTEN_API void* mjs_findFrame(mjSpec* s, const char* name) {
  return answer("mjs_findFrame", [=] { return record_of(box_of(s), find<Frame>(box_of(s), name)); });
}
CORTEN_API mjsElement* mjs_findElement(mjSpec* s, int type, const char* name) {
  return answer("mjs_findElement", [=] {
    mjsElement* found = nullptr;
    with_kind(type, [&]<class N>(std::type_identity<N>) {
      if (N* node = find<N>(box_of(s), name)) found = head_of(element_of(box_of(s), *node));
    });
    return found;
  });
}
CORTEN_API void* mjs_findChild(void* body, const char* name) {
  return answer("mjs_findChild", [=]() -> void* {
    Element& root = element_of_record(body);
    take_all(*root.box);
    Body* found = spec::find_body(node_of<Body>(root), given(name, "name"));
    return record_of(*root.box, found == root.node ? nullptr : found);
  });
}
CORTEN_API mjsElement* mjs_firstChild(void* body, int type, int recurse) {
  return answer("mjs_firstChild",
                [=] { return first(children(element_of_record(body), type, recurse != 0)); });
}
CORTEN_API mjsElement* mjs_nextChild(void* body, mjsElement* child, int recurse) {
  return answer("mjs_nextChild", [=] {
    Element& element = element_of(child);
    return after(children(element_of_record(body), element.head.elemtype, recurse != 0), element);
  });
}
CORTEN_API mjsElement* mjs_firstElement(mjSpec* s, int type) {
  return answer("mjs_firstElement", [=] { return first(elements(box_of(s), type)); });
}
CORTEN_API mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element) {
  return answer("mjs_nextElement", [=] {
    Element& known = element_of(element);
    return after(elements(box_of(s), known.head.elemtype), known);
  });
}
CORTEN_API void* mjs_getParent(mjsElement* element) {
  return answer("mjs_getParent",
                [=] { return record_of(*element_of(element).box, holder(element_of(element))); });
}
CORTEN_API mjSpec* mjs_getSpec(mjsElement* element) {
  return answer("mjs_getSpec", [=]() -> mjSpec* { return element_of(element).box; });
}
CORTEN_API int mjs_getId(mjsElement* element) {
  return answer("mjs_getId", [=] {
    if (!element) return -1;
    Element& known = element_of(element);
    int id = known.node == &known.box->spec.world ? 0 : -1;
    with_kind(known.head.elemtype, [&]<class N>(std::type_identity<N>) {
      if constexpr (!spec::kInBody<N>)
        id = (known.box->spec.*spec::KindOf<N>::kList).index_of(node_of<N>(known));
    });
    const auto found = known.box->ids.find(known.node);
    return found != known.box->ids.end() ? found->second : id;
  });
}

// ---- frames ----
CORTEN_API void* mjs_getFrame(mjsElement* element) {
  return answer("mjs_getFrame", [=]() -> void* {
    Element& known = element_of(element);
    Frame* frame = nullptr;
    with_kind(known.head.elemtype, [&]<class N>(std::type_identity<N>) {
      if constexpr (spec::kInBody<N>)
        if (const int index = node_of<N>(known).frame; index >= 0) frame = &holder(known)->frames[index];
    });
    return record_of(*known.box, frame);
  });
}
CORTEN_API int mjs_setFrame(mjsElement* dest, void* frame) {
  return answer("mjs_setFrame", [=] {
    Element& element = element_of(dest);
    Body* body = holder(element);
    if (!body) return -1;
    const int index = frame ? body->frames.index_of(node_of_record<Frame>(frame)) : -1;
    if (frame && index < 0) return -1;
    int result = 0;
    with_kind(element.head.elemtype, [&]<class N>(std::type_identity<N>) {
      if constexpr (std::is_same_v<N, Frame>)
        result = nest_frame(*body, body->frames.index_of(node_of<Frame>(element)), index) ? 0 : -1;
      else if constexpr (spec::kInBody<N>)
        node_of<N>(element).frame = index;
    });
    element.box->ids.clear();
    return result;
  });
}
CORTEN_API void* mjs_bodyToFrame(void** body) {
  return answer("mjs_bodyToFrame", [=]() -> void* {
    Element& element = element_of_record(*given(body, "body"));
    SpecBox& box = *element.box;
    take_all(box);
    Body* parent = holder(element);
    if (!parent) throw Problem("the world cannot become a frame");
    Frame* made = nullptr;
    if (box.compiled) {  // MuJoCo knows masses from the compilation on
      spec::join_mass(node_of<Body>(element), *parent);
      show_all(box);
    }
    std::unique_ptr<Body> emptied =
        spec::body_to_frame(*parent, parent->bodies.index_of(node_of<Body>(element)), made);
    bury(box, emptied.get());
    box.removed.push_back(std::shared_ptr<Body>(std::move(emptied)));
    box.ids.clear();
    *body = nullptr;
    return record_of(box, made);
  });
}

// ---- classes ----
CORTEN_API mjsDefault* mjs_getSpecDefault(mjSpec* s) {
  return answer("mjs_getSpecDefault", [=] { return record_of(box_of(s), &box_of(s).spec.defaults); });
}
CORTEN_API mjsDefault* mjs_findDefault(mjSpec* s, const char* classname) {
  return answer("mjs_findDefault", [=] {
    return record_of(box_of(s), box_of(s).spec.defaults.find(given(classname, "classname")));
  });
}
CORTEN_API mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  return answer("mjs_addDefault", [=] {
    SpecBox& box = box_of(s);
    take_all(box);
    Default* above = class_of(parent);
    return record_of(
        box, spec::add_class(box.spec, given(classname, "classname"), above ? *above : box.spec.defaults));
  });
}
CORTEN_API mjsDefault* mjs_getDefault(mjsElement* element) {
  return answer("mjs_getDefault", [=] {
    Element& known = element_of(element);
    Default* found = nullptr;
    with_kind(known.head.elemtype, [&]<class N>(std::type_identity<N>) {
      N& node = node_of<N>(known);
      if constexpr (std::is_same_v<N, Body>)
        found = &class_named(known.box->spec, node.childclass);
      else
        found = &class_named(known.box->spec, node.classname);
    });
    return record_of(*known.box, found);
  });
}
CORTEN_API void mjs_setDefault(mjsElement* element, const mjsDefault* def) {
  perform("mjs_setDefault", [=] {
    Element& known = element_of(element);
    const std::string& name = class_of(given(def, "def"))->name;
    with_kind(known.head.elemtype, [&]<class N>(std::type_identity<N>) {
      node_of<N>(known).classname = name;
      if constexpr (std::is_same_v<N, Body>) node_of<N>(known).childclass = name;
    });
    known.exchange(known, Way::kShow);
  });
}

// ---- attaching and deleting ----
namespace {

void remember_child(SpecBox& parent, SpecBox& child) {
  auto& children = parent.attached;
  if (&parent != &child && std::find(children.begin(), children.end(), &child) == children.end())
    children.push_back(&child);
}

}  // namespace

// A specification that was attached, by the name of its model; null if there is none.
CORTEN_API mjSpec* mjs_findSpec(mjSpec* s, const char* name) {
  return answer("mjs_findSpec", [=]() -> mjSpec* {
    SpecBox& box = box_of(s);
    given(name, "name");
    for (SpecBox* child : box.attached)
      if (is_alive_spec(child) && child->modelname->view() == name) return child;
    return nullptr;
  });
}

// Remembers a specification as one that was attached, so that mjs_findSpec finds it.
CORTEN_API void mjs_addSpec(mjSpec* s, mjSpec* child) {
  perform("mjs_addSpec", [=] { remember_child(box_of(s), box_of(child)); });
}

// Null when it is refused; mjs_getError says why.
CORTEN_API mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix,
                                  const char* suffix) {
  return answer("mjs_attach", [=]() -> mjsElement* {
    Element& to = element_of(parent);
    Element& from = element_of(child);
    SpecBox &target = *to.box, &source = *from.box;
    take_all(target), take_all(source);
    target.error = refused_pair(to.head.elemtype, from.head.elemtype);
    if (target.error.empty()) target.error = spec::check_key_sizes(source.spec);
    target.warning = false;
    if (!target.error.empty()) return nullptr;
    if (&source != &target && !source.spec.pending_keys.empty())
      keep_warning(
          "mjs_attach: the child model has pending keyframes, which keep their names; compile it before");
    remember_child(target, source);
    return head_of(attach(place_of(to), from, {prefix ? prefix : "", suffix ? suffix : ""}));
  });
}

CORTEN_API int mjs_delete(mjSpec* s, mjsElement* element) {
  return answer("mjs_delete", [=] {
    box_of(s);
    if (!element) return -1;
    Element& known = element_of(element);
    if (known.box != &box_of(s)) throw Problem("the element belongs to another specification");
    take_all(*known.box);
    if (known.head.elemtype == mjOBJ_DEFAULT) {
      std::unique_ptr<Default> taken_out =
          spec::take_class(known.box->spec, *static_cast<Default*>(known.node));
      if (!taken_out) {
        known.box->error = "cannot remove the global default ('main'): every other one stands in it";
        return -1;
      }
      bury(*known.box, taken_out.get());
      known.box->removed.push_back(std::shared_ptr<Default>(std::move(taken_out)));
    } else if (known.head.elemtype == mjOBJ_BODY) {
      remove_body(known);
    } else {
      with_kind(known.head.elemtype, [&]<class N>(std::type_identity<N>) {
        if constexpr (!std::is_same_v<N, Body>) remove_node<N>(known);
      });
    }
    box_of(s).ids.clear();
    return 0;
  });
}

CORTEN_API int mjs_setDeepCopy(mjSpec* s, int deepcopy) {
  return answer("mjs_setDeepCopy", [=] { return box_of(s).copies = deepcopy != 0, 0; });
}

}  // namespace corten::capi
