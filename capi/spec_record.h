// MuJoCo's mjs structs, laid out from the visits of the elements: after the pointer to the element every
// field in the order of the visit, texts and lists as pointers, then the note about the element.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "capi/cpp_types.h"
#include "corten/spec/kinds.h"
#include "corten/spec/row.h"

namespace corten::capi {

// Texts and lists that records point to.
class Owned {
 public:
  template <class T>
  T* make() {
    auto made = std::make_shared<T>();
    things_.push_back(made);
    return made.get();
  }

 private:
  std::vector<std::shared_ptr<void>> things_;
};

enum class Way {
  kMeasure,  // how long the record is
  kShow,     // from the element to the record
  kTake,     // from the record to the element, where they differ
  kNumbers,  // as kShow, but texts and lists stay
};

// What an element with a plugin has for it (mjsPlugin).
struct PluginRecord {
  void* element;
  CString* name;
  CString* plugin_name;
  std::uint8_t active;
  CString* info;
};

struct OrientationRecord {
  int type;
  Real axisangle[4], xyaxes[6], zaxis[3], euler[3];
};

inline void set_orientation_type(spec::Orientation& alt, int type) {
  alt.axisangle.set = type == mjORIENTATION_AXISANGLE;
  alt.xyaxes.set = type == mjORIENTATION_XYAXES;
  alt.zaxis.set = type == mjORIENTATION_ZAXIS;
  alt.euler.set = type == mjORIENTATION_EULER;
}

// Goes through a record field by field.
class RecordWalk {
 public:
  // A program may put an instance of mjs_addPlugin behind the plugin of an element: what it says counts then.
  using TakeInstance = void (*)(const void* element, spec::PluginUse& use);

  RecordWalk(Way way, void* record, Owned* owned, TakeInstance instance = nullptr)
      : way_(way), base_(static_cast<std::byte*>(record)), owned_(owned), take_instance_(instance) {}

  std::size_t size() const { return (offset_ + 7) / 8 * 8; }

  // a field that programs see; `array` is the Model's
  template <class Field, class... Array>
  void operator()(Field& field, const spec::Attribute& attribute, Array...) {
    if (attribute.name.empty()) return;
    start_ = kNowhere;
    // numbers in MuJoCo's struct of flexes, choices of two
    const bool number = attribute.name == "vertcollide" || attribute.name == "passive";
    exchange(field, number ? "mjtByte" : attribute.enumeration);
  }
  // what a visit says beside fields: attributes of MJCF alone, parts
  void only(const spec::Attribute&) {}
  template <class Part>
  void text_of(Part&) {}
  template <class Part>
  void program_of(Part& part) {
    Part::visit(part, *this);
  }
  // where the field visited last begins
  std::size_t start() const { return start_; }

  // room for one C value
  template <class C>
  C* next() {
    offset_ = (offset_ + alignof(C) - 1) / alignof(C) * alignof(C);
    if (start_ == kNowhere) start_ = offset_;
    C* place = base_ ? reinterpret_cast<C*>(base_ + offset_) : nullptr;
    offset_ += sizeof(C);
    return place;
  }

 private:
  bool measuring() const { return way_ == Way::kMeasure; }
  bool taking() const { return way_ == Way::kTake; }

  // a value that knows whether it was given: it was if the program changed it
  template <class T>
  void exchange(spec::Set<T>& field, std::string_view tag) {
    if (!taking()) return exchange(field.value, tag);
    const T before = field.value;
    exchange(field.value, tag);
    if (std::memcmp(&before, &field.value, sizeof before) != 0) field.set = true;
  }
  void exchange(spec::Set<std::string>& field, std::string_view tag) {
    const std::string before = field.value;
    exchange(field.value, tag);
    if (taking() && before != field.value) field.set = true;
  }

  template <class C, class T>
  void number(T& value) {
    C* place = next<C>();
    if (measuring()) return;
    if (!taking())
      *place = static_cast<C>(value);
    else if (const C now = static_cast<C>(value); std::memcmp(place, &now, sizeof now) != 0)
      value = static_cast<T>(*place);
  }

  template <class T>
  requires std::is_arithmetic_v<T>
  void exchange(T& value, std::string_view tag) {
    if (tag == "float")
      number<Real>(value);
    else if (tag.starts_with("mjt"))
      number<int>(value);
    else if constexpr (std::is_same_v<T, bool>)
      number<std::uint8_t>(value);
    else
      number<T>(value);
  }

  template <class T, int N>
  void exchange(Vec<T, N>& values, std::string_view) {
    for (int i = 0; i < N; ++i) number<T>(values[i]);
  }
  void exchange(Quat<Real>& values, std::string_view) {
    for (int i = 0; i < 4; ++i) number<Real>(values[i]);
  }

  // a pointer to something the record owns; null while measuring or where the program put none
  template <class C>
  C* pointed() {
    C** place = next<C*>();
    if (measuring() || way_ == Way::kNumbers) return nullptr;
    if (!*place && way_ == Way::kShow) *place = owned_->make<C>();
    return *place;
  }

  void exchange(std::string& text, std::string_view tag) {
    if (tag == "chars") {
      for (char& letter : text) number<char>(letter);
      return;
    }
    CString* held = pointed<CString>();
    if (!held) return;
    if (taking())
      text = held->view();
    else
      held->assign(text);
  }

  template <class T>
  requires std::is_arithmetic_v<T>
  void exchange(std::vector<T>& list, std::string_view) {
    if (auto* held = pointed<CVector<T>>()) copy(list, *held);
  }
  template <class T>
  void exchange(std::vector<std::vector<T>>& lists, std::string_view) {
    auto* held = pointed<CVector<CVector<T>>>();
    if (!held) return;
    if (taking())
      lists.resize(held->span().size());
    else
      held->resize(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) copy(lists[i], held->span()[i]);
  }
  void exchange(std::vector<std::string>& texts, std::string_view) {
    auto* held = pointed<CVector<CString>>();
    if (!held) return;
    if (taking())
      texts.resize(held->span().size());
    else
      held->resize(texts.size());
    copy_texts(texts, *held);
  }
  template <std::size_t N>
  void exchange(std::array<std::string, N>& texts, std::string_view) {
    auto* held = pointed<CVector<CString>>();
    if (!held) return;
    if (!taking()) held->resize(N);
    copy_texts(texts, *held);
  }
  template <class T>
  void copy(std::vector<T>& list, CVector<T>& held) {
    if (taking())
      list.assign(held.span().begin(), held.span().end());
    else
      held.assign(list);
  }
  template <class Texts>
  void copy_texts(Texts& texts, CVector<CString>& held) {
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (!taking())
        held.span()[i].assign(texts[i]);
      else
        texts[i] = i < held.span().size() ? held.span()[i].view() : std::string_view();
    }
  }

  void exchange(spec::Orientation& alt, std::string_view) {
    int type = alt.type();
    const int before = type;
    number<int>(type);
    exchange(alt.axisangle.value, ""), exchange(alt.xyaxes.value, ""), exchange(alt.zaxis.value, ""),
        exchange(alt.euler.value, "");
    offset_ = (offset_ + 7) / 8 * 8;
    if (taking() && type != before) set_orientation_type(alt, type);
  }

  void exchange(spec::PluginUse& use, std::string_view) {
    void** element = next<void*>();
    if (way_ == Way::kShow && !*element) *element = *reinterpret_cast<void**>(base_);  // that of the record
    exchange(use.name, ""), exchange(use.plugin_name, ""), exchange(use.active, ""), exchange(use.info, "");
    if (taking() && take_instance_ && *element != *reinterpret_cast<void**>(base_))
      take_instance_(*element, use);
  }
  void exchange(spec::PluginConfig&, std::string_view) {}  // not in the structs

  Way way_;
  std::byte* base_;
  Owned* owned_;
  TakeInstance take_instance_;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::size_t offset_ = 0, start_ = kNowhere;
};

// Members of mjs structs where visits have another order; empty: they have the same.
template <class N>
inline constexpr std::array<std::string_view, 0> kOrder{};
template <>
inline constexpr auto kOrder<spec::Body> = std::to_array<std::string_view>(
    {"childclass", "pos", "quat", "alt", "mass", "ipos", "iquat", "inertia", "ialt", "fullinertia", "mocap",
     "gravcomp", "sleep", "userdata", "explicitinertial", "plugin"});
template <>
inline constexpr auto kOrder<spec::Flex> = std::to_array<std::string_view>(
    {"contype",      "conaffinity", "condim",        "priority",    "friction",    "solmix",
     "solref",       "solimp",      "margin",        "gap",         "dim",         "radius",
     "size",         "internal",    "flatskin",      "selfcollide", "vertcollide", "passive",
     "activelayers", "group",       "edgestiffness", "edgedamping", "rgba",        "material",
     "young",        "poisson",     "damping",       "thickness",   "elastic2d",   "nodebody",
     "vertbody",     "node",        "vert",          "elem",        "texcoord",    "elemtexcoord"});

// Passes on the field of one name.
template <class Fn>
struct FieldNamed {
  Fn& fn;
  std::string_view name;

  template <class Field, class... Array>
  void operator()(Field& field, const spec::Attribute& attribute, Array... array) {
    if (attribute.name == name) fn(field, attribute, array...);
  }
  void only(const spec::Attribute&) {}
  template <class Part>
  void text_of(Part&) {}
  template <class Part>
  void program_of(Part& part) {
    Part::visit(part, *this);
  }
};

// fn(field, attribute, …) in the order of the mjs struct.
template <class N, class Fn>
void visit_in_order(N& node, Fn& fn) {
  if constexpr (kOrder<N>.empty())
    N::visit(node, fn);
  else
    for (const std::string_view name : kOrder<N>) {
      FieldNamed<Fn> one{fn, name};
      N::visit(node, one);
    }
}

// One record of an element; returns its size.
template <class N>
std::size_t walk_record(Way way, N& node, void* record, Owned* owned,
                        RecordWalk::TakeInstance instance = nullptr) {
  RecordWalk walk(way, record, owned, instance);
  walk.next<void*>();  // the element
  if constexpr (std::is_same_v<N, spec::PluginInstance>) {
    walk(node.name, spec::in_program("name")), walk(node.plugin_name, spec::in_program("plugin_name"));
    walk(node.active, spec::in_program("active"));
  } else if constexpr (std::is_same_v<N, spec::Wrap>) {
    std::string none;
    walk(node.type, spec::in_program("type")), walk(none, spec::in_program("info"));
    return walk.size();
  } else {
    visit_in_order(node, walk);
  }
  if constexpr (std::is_base_of_v<spec::Node, N>) walk(node.info, spec::in_program("info"));
  return walk.size();
}

}  // namespace corten::capi
