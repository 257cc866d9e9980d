// From the declarations of structs to rows: visits a prototype of each and
// notes where its fields are.
#include "corten/spec/rows.h"

#include <algorithm>
#include <memory>

#include "corten/model/model.h"

namespace corten::spec {
namespace {

std::ptrdiff_t place_of(const void* member, const void* in) {
  return static_cast<const std::byte*>(member) - static_cast<const std::byte*>(in);
}
void* at_place(void* node, std::ptrdiff_t place) { return static_cast<std::byte*>(node) + place; }
const void* at_place(const void* node, std::ptrdiff_t place) {
  return static_cast<const std::byte*>(node) + place;
}

template <class N>  // tells rows of structs apart
Field locate_by_place(const Row& row, void* node) {
  return {at_place(node, row.value), row.set < 0 ? nullptr : static_cast<bool*>(at_place(node, row.set))};
}

template <class T>
struct Plain {
  using Type = T;
  static const void* value(const T& field) { return &field; }
  static const void* set(const T&) { return nullptr; }
};
template <class T>
struct Plain<Set<T>> {
  using Type = T;
  static const void* value(const Set<T>& field) { return &field.value; }
  static const void* set(const Set<T>& field) { return &field.set; }
};

template <class T, class Entry>
struct Copy {
  static void store(const void* value, void* array, int id) {
    (*static_cast<Array<Entry>*>(array))[id] = static_cast<Entry>(*static_cast<const T*>(value));
  }
  static void load(const void* array, int id, void* value) {
    *static_cast<T*>(value) = static_cast<T>((*static_cast<const Array<Entry>*>(array))[id]);
  }
};

struct CopyNumbers {
  static void store(const void* value, void* array, int id) {
    const auto& numbers = *static_cast<const std::vector<Real>*>(value);
    std::copy(numbers.begin(), numbers.end(), (*static_cast<Array2<Real>*>(array))[id].begin());
  }
  static void load(const void* array, int id, void* value) {
    const auto& all = *static_cast<const Array2<Real>*>(array);
    const std::span<const Real> numbers = all.cols() ? all[id] : std::span<const Real>();
    static_cast<std::vector<Real>*>(value)->assign(numbers.begin(), numbers.end());
  }
};

struct TaggedRow {
  std::string_view element;
  Row row;
};

class Collector {
 public:
  Collector(const void* prototype, decltype(Row::locate) locate) : prototype_(prototype), locate_(locate) {}

  template <class F>
  void operator()(const F& field, const Attribute& a) {
    using T = typename Plain<F>::Type;
    if constexpr (requires { FieldType<T>::kKind; }) {
      if (a.text.empty()) return;
      Row row{a.text, FieldType<T>::kKind, FieldType<T>::kCount, a.flags, a.keywords, locate_};
      if (!a.keywords.empty()) row.kind = a.several ? Kind::kKeywords : Kind::kKeyword;
      row.value = value_place(field);
      row.set = set_place(field);
      rows.push_back({a.element, row});
    } else if (!a.text.empty()) {
      only(a);
    }
  }
  // settings that are structs of the Model: one name for all
  template <class F>
  void operator()(const char* name, const F& field) {
    (*this)(field, both(name));
  }
  template <class F, class Entry, class Group>
  void operator()(const F& field, const Attribute& a, Array<Entry> Group::*array) {
    add_copy<Copy<typename Plain<F>::Type, Entry>, Group>(field, a, array);
  }
  template <class Group>
  void operator()(const std::vector<Real>& field, const Attribute& a, Array2<Real> Group::*array) {
    add_copy<CopyNumbers, Group>(field, a, array);
  }

  // an attribute without a field
  void only(const Attribute& a) {
    rows.push_back({a.element, {.name = a.text, .flags = a.flags, .keywords = a.keywords}});
  }
  // a part whose attributes are the element's own
  template <class Part>
  void text_of(const Part& part) {
    Part::visit(part, *this);
  }
  // a part whose fields are the element's own for programs, while MJCF has an
  // element for it
  template <class Part>
  void program_of(const Part&) {}

  std::vector<TaggedRow> rows;
  std::vector<ModelCopy> copies;

 private:
  template <class F>
  std::ptrdiff_t value_place(const F& field) const {
    return place_of(Plain<F>::value(field), prototype_);
  }
  template <class F>
  std::ptrdiff_t set_place(const F& field) const {
    const void* set = Plain<F>::set(field);
    return set ? place_of(set, prototype_) : -1;
  }
  template <class How, class Group, class F, class Member>
  void add_copy(const F& field, const Attribute& a, Member member) {
    static const Model model;
    (*this)(field, a);
    copies.push_back({value_place(field), set_place(field), place_of(&(model.*member), &model),
                      &kGroup<Group>, How::store, How::load});
  }

  const void* prototype_;
  decltype(Row::locate) locate_;
};

struct Declaration {
  RowList rows;                                            // those of an element side by side
  std::vector<std::pair<std::string_view, int>> elements;  // with the number of their rows
  std::vector<ModelCopy> copies;
};

template <class N>
Declaration declare() {
  const auto prototype = std::make_unique<N>();
  Collector collector(prototype.get(), locate_by_place<N>);
  N::visit(std::as_const(*prototype), collector);
  std::ranges::stable_sort(collector.rows, {}, &TaggedRow::element);
  Declaration all;
  all.copies = std::move(collector.copies);
  for (const TaggedRow& tagged : collector.rows) {
    if (all.elements.empty() || all.elements.back().first != tagged.element)
      all.elements.emplace_back(tagged.element, 0);
    ++all.elements.back().second;
    all.rows.push_back(tagged.row);
  }
  return all;
}

template <class N>
const Declaration& declaration() {
  static const Declaration all = declare<N>();
  return all;
}

Rows select(const Declaration& all, std::string_view element) {
  std::size_t first = 0;
  for (const auto& [name, count] : all.elements) {
    const auto size = static_cast<std::size_t>(count);
    if (name == element) return Rows(all.rows).subspan(first, size);
    first += size;
  }
  return {};
}

}  // namespace

template <class N>
Rows Declared<N>::rows(std::string_view element) {
  return select(declaration<N>(), element);
}
template <class N>
std::span<const ModelCopy> Declared<N>::copies() {
  return declaration<N>().copies;
}

void to_model(std::span<const ModelCopy> copies, const void* group, const void* node, int id, Model& m) {
  for (const ModelCopy& copy : copies)
    if (copy.group == group) copy.store(at_place(node, copy.value), at_place(&m, copy.array), id);
}

void from_model(std::span<const ModelCopy> copies, const void* group, const Model& m, int id, void* node) {
  for (const ModelCopy& copy : copies) {
    if (copy.group != group) continue;
    copy.load(at_place(&m, copy.array), id, at_place(node, copy.value));
    if (copy.set >= 0) *static_cast<bool*>(at_place(node, copy.set)) = true;
  }
}

template struct Declared<Joint>;
template struct Declared<Geom>;
template struct Declared<Site>;
template struct Declared<Camera>;
template struct Declared<Light>;
template struct Declared<Frame>;
template struct Declared<Body>;
template struct Declared<Inertial>;
template struct Declared<Mesh>;
template struct Declared<HField>;
template struct Declared<Skin>;
template struct Declared<Texture>;
template struct Declared<Material>;
template struct Declared<Flex>;
template struct Declared<FlexContact>;
template struct Declared<FlexElasticity>;
template struct Declared<Pair>;
template struct Declared<Exclude>;
template struct Declared<Equality>;
template struct Declared<Tendon>;
template struct Declared<Actuator>;
template struct Declared<Sensor>;
template struct Declared<Numeric>;
template struct Declared<Text>;
template struct Declared<Tuple>;
template struct Declared<Key>;
template struct Declared<Compiler>;
template struct Declared<LengthRange>;
template struct Declared<Size>;
template struct Declared<Statistic>;
template struct Declared<Option>;
template struct Declared<VisualGlobal>;
template struct Declared<VisualQuality>;
template struct Declared<VisualHeadlight>;
template struct Declared<VisualMap>;
template struct Declared<VisualScale>;
template struct Declared<VisualRgba>;

}  // namespace corten::spec
