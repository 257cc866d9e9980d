// Values of the elements of a specification by name: one reader and one writer
// per field, made from the declarations of its structs (spec/row.h).
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <functional>

#include "corten/model/element.h"
#include "corten/spec/spec.h"
#include "python/bindings/spec_tree.h"
#include "python/bindings/views.h"

namespace corten::python {
namespace {

// How Python sees a field. `kind`: int, float, str; array (a view of `count` numbers); doubles, floats, ints,
// words, chars (lists whose entries can be assigned, of fixed length if `count`); nested, bytes, config;
// part.
struct Accessor {
  std::string name;
  std::string enumeration;  // whose values the number takes; "float": a number that is kept as an int
  std::string kind;
  int count = 0;
  std::function<nb::object(const Ref&)> get;
  std::function<void(const Ref&, nb::handle)> put;
  std::function<int(const Ref&)> size{};
  std::function<nb::object(const Ref&, int)> item{};
  std::function<void(const Ref&, int, nb::handle)> put_item{};
};

template <class T>
struct Plain {
  using Type = T;
  static T& of(T& field) { return field; }
};
template <class T>
struct Plain<spec::Set<T>> {
  using Type = T;
  static T& of(spec::Set<T>& field) { return field.value; }
};

template <class T>
void mark_given(T&) {}
template <class T>
void mark_given(spec::Set<T>& field) {
  field.set = true;
}

template <class T>
struct IsVector : std::false_type {};
template <class T, int N>
struct IsVector<Vec<T, N>> : std::true_type {};
template <class T>
struct IsVector<Quat<T>> : std::true_type {};

template <class T>
concept Number = std::is_arithmetic_v<T>;
template <class T>
concept Numbers = IsVector<T>::value;
template <class T>
concept Bytes = std::is_same_v<T, std::vector<std::uint8_t>>;
template <class T>
concept Entries = !Numbers<T> && !Bytes<T> && !std::is_same_v<T, std::string> &&
                  (Number<typename T::value_type> || std::is_same_v<typename T::value_type, std::string>);
template <class T>
concept Nested = !Entries<T> && Number<typename T::value_type::value_type>;

template <class T>
nb::object to_python(const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    return nb::int_(value ? 1 : 0);
  else
    return nb::cast(value);
}

template <class T>
T from_python(nb::handle value) {
  if constexpr (std::is_same_v<T, bool>)
    return nb::cast<int>(value) != 0;
  else if constexpr (std::is_same_v<T, float>)
    return static_cast<float>(nb::cast<double>(value));
  else if constexpr (std::is_same_v<T, std::string>)
    return nb::isinstance<nb::bytes>(value) ? std::string(nb::borrow<nb::bytes>(value).c_str())
                                            : nb::cast<std::string>(value);
  else
    return nb::cast<T>(value);
}

// Finds the field in a node at the place it has in every node of the type.
template <class N, class Field>
struct Finder {
  std::ptrdiff_t place;
  Field& operator()(const Ref& ref) const { return at_place<Field>(ref->as<N>(), place); }
};

template <Number T, class Find>
void describe(Accessor& a, Find find) {
  a.kind = std::is_floating_point_v<T> || a.enumeration == "float" ? "float" : "int";
  a.get = [find](const Ref& ref) { return to_python(static_cast<const T&>(find(ref))); };
  a.put = [find](const Ref& ref, nb::handle value) { find(ref) = from_python<T>(value); };
}

template <Numbers T, class Find>
void describe(Accessor& a, Find find) {
  using Scalar = typename corten::Element<T>::Scalar;
  constexpr std::size_t kCount = corten::Element<T>::kCount;
  using Field = std::remove_reference_t<decltype(find(Ref()))>;
  const auto numbers = [find](const Ref& ref) {
    return reinterpret_cast<Scalar*>(&Plain<Field>::of(find(ref)));
  };
  a.kind = "array";
  a.count = static_cast<int>(kCount);
  a.get = [numbers](const Ref& ref) { return numpy_view(numbers(ref), {kCount}, keep_alive(ref->tree)); };
  a.put = [numbers, find](const Ref& ref, nb::handle value) {
    const auto given = nb::cast<std::vector<double>>(value);
    if (given.size() != kCount)
      throw nb::type_error(("expected " + std::to_string(kCount) + " numbers").c_str());
    for (std::size_t i = 0; i < kCount; ++i) numbers(ref)[i] = static_cast<Scalar>(given[i]);
    // which orientation is meant is said by its type, not by its values
    if (!ref->is<spec::Orientation>()) mark_given(find(ref));
  };
}

template <Entries T, class Find>
void describe(Accessor& a, Find find) {
  using Entry = typename T::value_type;
  a.kind = std::is_same_v<Entry, std::string> ? "words"
           : std::is_same_v<Entry, double>    ? "doubles"
           : std::is_same_v<Entry, float>     ? "floats"
                                              : "ints";
  if constexpr (requires { std::tuple_size<T>::value; }) a.count = static_cast<int>(std::tuple_size_v<T>);
  a.size = [find](const Ref& ref) { return static_cast<int>(find(ref).size()); };
  a.item = [find](const Ref& ref, int i) { return to_python(find(ref)[static_cast<std::size_t>(i)]); };
  a.put_item = [find](const Ref& ref, int i, nb::handle value) {
    find(ref)[static_cast<std::size_t>(i)] = from_python<Entry>(value);
  };
  a.get = [find](const Ref& ref) {
    nb::list entries;
    for (const Entry& entry : find(ref)) entries.append(to_python(entry));
    return nb::object(entries);
  };
  a.put = [find](const Ref& ref, nb::handle value) {
    std::vector<Entry> entries;
    for (const nb::handle entry : value) entries.push_back(from_python<Entry>(entry));
    if constexpr (requires(T t) { t.resize(0); })
      find(ref) = std::move(entries);
    else
      for (std::size_t i = 0; i < find(ref).size(); ++i)
        find(ref)[i] = i < entries.size() ? entries[i] : Entry{};
  };
}

template <class T, class Find>
requires std::is_same_v<T, std::string>
void describe(Accessor& a, Find find) {
  a.kind = "str";
  a.get = [find](const Ref& ref) { return to_python(static_cast<const std::string&>(find(ref))); };
  a.put = [find](const Ref& ref, nb::handle value) { find(ref) = from_python<std::string>(value); };
  if (a.enumeration != "chars") return;
  using Field = std::remove_reference_t<decltype(find(Ref()))>;
  const auto text = [find](const Ref& ref) -> std::string& { return Plain<Field>::of(find(ref)); };
  a.enumeration.clear();
  a.kind = "chars";
  a.size = [text](const Ref& ref) { return static_cast<int>(text(ref).size()); };
  a.item = [text](const Ref& ref, int i) {
    return nb::cast(std::string(1, text(ref)[static_cast<std::size_t>(i)]));
  };
  a.put_item = [text](const Ref& ref, int i, nb::handle value) {
    text(ref)[static_cast<std::size_t>(i)] = nb::cast<std::string>(value).at(0);
  };
}

template <Nested T, class Find>
void describe(Accessor& a, Find find) {
  a.kind = "nested";
  a.get = [find](const Ref& ref) { return nb::cast(find(ref)); };
  a.put = [find](const Ref& ref, nb::handle value) { find(ref) = nb::cast<T>(value); };
}

template <Bytes T, class Find>
void describe(Accessor& a, Find find) {
  a.kind = "bytes";
  a.get = [find](const Ref& ref) { return nb::object(nb::bytes(find(ref).data(), find(ref).size())); };
  a.put = [find](const Ref& ref, nb::handle value) {
    const auto content = nb::cast<nb::bytes>(value);
    const auto* first = static_cast<const std::uint8_t*>(content.data());
    find(ref).assign(first, first + content.size());
  };
}

template <class T, class Find>
requires std::is_same_v<T, spec::PluginConfig>
void describe(Accessor& a, Find find) {
  a.kind = "config";
  a.get = [find](const Ref& ref) {
    nb::dict config;
    for (const auto& [key, value] : find(ref)) config[nb::str(key.c_str())] = nb::str(value.c_str());
    return nb::object(config);
  };
  a.put = [find](const Ref& ref, nb::handle value) {
    spec::PluginConfig config;
    for (const auto& [key, entry] : nb::cast<nb::dict>(value))
      config.emplace_back(nb::cast<std::string>(key), nb::cast<std::string>(entry));
    find(ref) = std::move(config);
  };
}

// A part is an object of its own; assigning one copies it.
template <class T, class Find>
requires std::is_same_v<T, spec::Orientation> || std::is_same_v<T, spec::PluginUse>
void describe(Accessor& a, Find find) {
  a.kind = "part";
  a.get = [find](const Ref& ref) { return nb::cast(ref->tree->ref(find(ref), ref)); };
  a.put = [find](const Ref& ref, nb::handle value) {
    const Ref other = nb::cast<Ref>(value);
    if constexpr (std::is_same_v<T, spec::PluginUse>)
      if (other->is<spec::PluginInstance>()) {
        const auto& instance = other->as<spec::PluginInstance>();
        find(ref) = {instance.active, instance.plugin_name, instance.name, {}, instance.info, {}};
        return;
      }
    find(ref) = other->as<T>();
  };
}

// Makes an accessor of every field that a struct declares for programs.
template <class N>
struct Collector {
  N& prototype;
  std::vector<Accessor> found{};

  template <class Field>
  void operator()(Field& field, const spec::Attribute& attribute, auto...) {
    if (attribute.name.empty()) return;
    Accessor& a = found.emplace_back(
        Accessor{std::string(attribute.name), std::string(attribute.enumeration), {}, 0, {}, {}});
    describe<typename Plain<Field>::Type>(a, Finder<N, Field>{place_of(&field, prototype)});
  }
  void only(const spec::Attribute&) {}
  template <class Part>
  void text_of(Part&) {}
  template <class Part>
  void program_of(Part& part) {
    Part::visit(part, *this);
  }
};

template <class N>
const std::vector<Accessor>& accessors() {
  static const std::vector<Accessor> all = [] {
    auto prototype = std::make_unique<N>();
    Collector<N> collector{*prototype};
    N::visit(*prototype, collector);
    if constexpr (std::is_base_of_v<spec::Node, N>) collector(prototype->info, spec::in_program("info"));
    return std::move(collector.found);
  }();
  return all;
}

using Table = std::unordered_map<std::string, const std::vector<Accessor>*>;
const Table& tables() {
  static const Table all = [] {
    Table found;
    const auto add = [&]<class N>(std::type_identity<N>) { found[kPartWord<N>] = &accessors<N>(); };
    spec::BodyKinds::for_each(add);
    spec::ListKinds::for_each(add);
    spec::Kinds<spec::Orientation, spec::PluginUse, spec::Compiler, spec::LengthRange, spec::Statistic,
                Spec>::for_each(add);
    return found;
  }();
  return all;
}

const Accessor& accessor(const Ref& ref, int index) {
  return (*tables().at(ref->kind))[static_cast<std::size_t>(index)];
}

int checked(const Accessor& a, const Ref& ref, int i) {
  if (i < 0 || i >= a.size(ref))
    throw nb::index_error(("index " + std::to_string(i) + " of " + std::to_string(a.size(ref))).c_str());
  return i;
}

// (name, kind, count, enumeration) of every field of every kind
nb::dict descriptions() {
  nb::dict all;
  for (const auto& [kind, fields] : tables()) {
    nb::list rows;
    for (const Accessor& a : *fields) rows.append(nb::make_tuple(a.name, a.kind, a.count, a.enumeration));
    all[kind.c_str()] = rows;
  }
  return all;
}

}  // namespace

void bind_spec_fields(nb::module_& m) {
  m.attr("spec_fields") = descriptions();
  m.def("spec_get", [](const Ref& ref, int field) { return accessor(ref, field).get(ref); });
  m.def(
      "spec_put",
      [](const Ref& ref, int field, nb::handle value) {
        try {
          accessor(ref, field).put(ref, value);
        } catch (const nb::cast_error&) {
          throw nb::type_error(("incompatible value for " + accessor(ref, field).name).c_str());
        }
      },
      nb::arg(), nb::arg(), nb::arg().none());
  m.def("spec_size", [](const Ref& ref, int field) { return accessor(ref, field).size(ref); });
  m.def("spec_item", [](const Ref& ref, int field, int i) {
    const Accessor& a = accessor(ref, field);
    return a.item(ref, checked(a, ref, i));
  });
  m.def("spec_put_item", [](const Ref& ref, int field, int i, nb::handle value) {
    const Accessor& a = accessor(ref, field);
    a.put_item(ref, checked(a, ref, i), value);
  });
}

}  // namespace corten::python
