// What stands behind an mjSpec and its elements. Programs write into records (mjsBody …); functions that need
// the whole take everything from the records first.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "capi/shared.h"
#include "capi/spec_record.h"
#include "corten/sim/length_range.h"
#include "corten/spec/state_layout.h"

namespace corten::capi {

struct mjsElement {
  int elemtype;  // mjtObj
  std::uint64_t signature;
};

struct mjsCompiler {
  std::uint8_t autolimits;
  Real boundmass, boundinertia, settotalmass;
  std::uint8_t balanceinertia, fitaabb, degree;
  char eulerseq[3];
  std::uint8_t discardvisual, usethread, fusestatic;
  int inertiafromgeom;
  int inertiagrouprange[2];
  std::uint8_t saveinertial;
  int alignfree;
  LengthRangeOptions LRopt;
  CString* meshdir;
  CString* texturedir;
};

struct mjSpec {
  mjsElement* element;
  CString* modelname;
  mjsCompiler compiler;
  std::uint8_t strippath;
  Option option;
  Visual visual;
  Statistic stat;
  std::int64_t memory;
  int nemax, nuserdata, nuser_body, nuser_jnt, nuser_geom, nuser_site, nuser_cam, nuser_tendon,
      nuser_actuator, nuser_sensor, nkey, njmax, nconmax;
  std::int64_t nstack;
  CString* comment;
  CString* modelfiledir;
  std::uint8_t hasImplicitPluginElem;
};

struct mjsDefault {
  mjsElement* element;
  void *joint, *geom, *site, *camera, *light, *flex, *mesh, *material, *pair, *equality, *tendon, *actuator;
};

struct SpecBox;

struct UserValue {
  const void* data = nullptr;
  void (*cleanup)(const void*) = nullptr;
};

// An element that a program holds. `head` is first: programs know its address.
struct Element {
  mjsElement head{};
  SpecBox* box = nullptr;
  void* node = nullptr;                       // of the kind that head tells; a class record has one, too
  std::string* node_name = nullptr;           // null for parts without a name
  void (*exchange)(Element&, Way) = nullptr;  // record and node
  std::unique_ptr<std::uint64_t[]> record;    // mjsBody …
  Owned owned;
  CString name;
  std::map<std::string, UserValue> user;
  std::shared_ptr<void> attributes;  // of its plugin, as the program was shown them
  ~Element();
};

struct SpecBox : mjSpec {
  Spec spec;
  Owned owned;
  std::unordered_map<const void*, std::unique_ptr<Element>> elements;  // by node
  std::vector<std::unique_ptr<Element>> gone;  // of deleted nodes: programs may still hold them
  std::vector<std::shared_ptr<void>> removed;  // deleted nodes
  std::unordered_map<const void*, int> ids;    // of the elements in bodies, since the last compilation
  spec::StateLayout state;                     // of the last compiled model
  std::vector<SpecBox*> attached;              // to it; their programs may have deleted them
  std::string error;                           // of the last compilation or edit that was refused
  bool warning = false;                        // it is only a warning
  bool compiled = false;                       // the last compilation succeeded
  std::optional<Spec> written;                 // mj_copyBack: what is written until it is compiled again
  bool copies = false;                         // mjs_setDeepCopy: what is attached to it stays with the child
  bool lent = false;  // its elements were attached to another one, not copies of them
};

// A new specification in the hands of the program.
SpecBox& new_spec(Spec&& spec);
void delete_spec(mjSpec* s);
// The box of a pointer of the program. Throw Problem when it is null, foreign or deleted.
SpecBox& box_of(const mjSpec* s);
bool is_alive_spec(const mjSpec* s);
// Compiler, options, visual settings, statistics and sizes as in a new specification.
void reset_settings(SpecBox& box);
Element& element_of(const mjsElement* element);
Element& element_of_record(const void* record);  // every mjs struct begins with its element

// Everything the program wrote, into the specification; and back.
void take_all(SpecBox& box);
void show_all(SpecBox& box);

// What a program holds of a node goes with it to another specification.
template <class N>
void rehome(SpecBox& from, const N& node, SpecBox& to, N& moved) {
  const auto known = from.elements.find(&node);
  if (known == from.elements.end()) return;
  Element& element = *known->second;
  element.box = &to, element.node = &moved;
  if constexpr (requires { moved.name; }) element.node_name = &moved.name;
  to.elements[&moved] = std::move(known->second);
  from.elements.erase(known);
  element.exchange(element, Way::kShow);
}

// Forgets the elements of a node that leaves the tree, and keeps its memory.
void bury(SpecBox& box, const void* node);

namespace detail {
void enlist(const Element& element);
template <class N>
constexpr int object_type() {
  if constexpr (std::is_same_v<N, spec::Wrap>)
    return mjOBJ_UNKNOWN;
  else
    return spec::KindOf<N>::kObject;
}
}  // namespace detail

// As RecordWalk::TakeInstance says.
void take_instance(const void* element, spec::PluginUse& use);

// The element of a node, made when it is asked for first.
template <class N>
Element& element_of(SpecBox& box, N& node) {
  std::unique_ptr<Element>& known = box.elements[&node];
  if (known) return *known;
  known = std::make_unique<Element>();
  Element& made = *known;
  made.head.elemtype = detail::object_type<N>();
  made.box = &box, made.node = &node;
  if constexpr (requires { node.name; }) made.node_name = &node.name;
  made.exchange = [](Element& e, Way way) {
    walk_record(way, *static_cast<N*>(e.node), e.record.get(), &e.owned, take_instance);
    if (!e.node_name) return;
    if (way == Way::kShow) e.name.assign(*e.node_name);
    if (way == Way::kTake) *e.node_name = e.name.view();
  };
  made.record = std::make_unique<std::uint64_t[]>(walk_record(Way::kMeasure, node, nullptr, nullptr) / 8);
  *reinterpret_cast<Element**>(made.record.get()) = &made;
  made.exchange(made, Way::kShow);
  detail::enlist(made);
  return made;
}
// The mjs struct of a node, null for null.
template <class N>
void* record_of(SpecBox& box, N* node) {
  return node ? element_of(box, *node).record.get() : nullptr;
}
// The node of an mjs struct. Throws Problem if it is of another kind.
template <class N>
N& node_of(const Element& element) {
  if (element.head.elemtype != detail::object_type<N>()) throw Problem("the element is of another kind");
  return *static_cast<N*>(element.node);
}
template <class N>
N& node_of_record(const void* record) {
  return node_of<N>(element_of_record(record));
}

// A class: its records for all kinds.
mjsDefault* record_of(SpecBox& box, spec::Default* record);
spec::Default* class_of(const mjsDefault* record);  // null for null

// Calls fn with the type of the kind; false for types that no element has.
template <class Fn>
bool with_kind(int objtype, Fn&& fn) {
  bool found = false;
  const auto visit = [&]<class N>(std::type_identity<N> type) {
    if (objtype == spec::KindOf<N>::kObject) found = true, fn(type);
  };
  spec::BodyKinds::for_each(visit);
  spec::ListKinds::for_each(visit);
  return found;
}

}  // namespace corten::capi
