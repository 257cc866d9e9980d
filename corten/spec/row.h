// What is known of a field of an element, said once in the `visit` of its
// struct: the name that programs use, the attribute of MJCF, unit and words,
// the array of the Model that takes the value. Reading, merging of defaults,
// writing, the schema, MjSpec of Python, filling a Model and the way back all
// work from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corten/math/quat.h"
#include "corten/spec/keywords.h"
#include "corten/spec/set.h"

namespace corten::spec {

using words::Keywords;

enum Flag : std::uint8_t {
  kNoFlag = 0,
  kUpTo = 1,  // one to `count` numbers, which overwrite leading entries
  kRequired = 2,
  kNoDefault = 4,  // not allowed inside <default>
  kAngle = 8,      // in the unit of compiler angle
  kWhenSet = 16,   // the value means nothing unless it was given
  kByHand = 32,    // known to the schema; read and written by code of its own
};
constexpr Flag operator|(Flag a, Flag b) { return static_cast<Flag>(int{a} | int{b}); }

// What a struct says of one of its fields.
struct Attribute {
  std::string_view name{};  // for programs, that of MuJoCo's mjs struct; empty:
                            // they do not see it
  std::string_view text{};  // in MJCF; empty: it has none
  Flag flags = kNoFlag;
  Keywords keywords{};
  bool several = false;            // several words, as bits
  std::string_view enumeration{};  // whose values the number takes; "float",
                                   // "chars": how programs see it
  std::string_view element{};      // an attribute of this other element instead

  constexpr Attribute words(Keywords of_attribute) const {
    Attribute a = *this;
    a.keywords = of_attribute;
    return a;
  }
  constexpr Attribute bits(Keywords of_attribute) const {
    Attribute a = words(of_attribute);
    a.several = true;
    return a;
  }
  constexpr Attribute of(std::string_view of_values) const {
    Attribute a = *this;
    a.enumeration = of_values;
    return a;
  }
  constexpr Attribute in(std::string_view other_element) const {
    Attribute a = *this;
    a.element = other_element;
    return a;
  }
};
constexpr Attribute named(std::string_view name, std::string_view text, Flag flags = kNoFlag) {
  return {.name = name, .text = text, .flags = flags};
}
constexpr Attribute both(std::string_view name, Flag flags = kNoFlag) { return named(name, name, flags); }
constexpr Attribute in_program(std::string_view name) { return named(name, {}); }
constexpr Attribute in_text(std::string_view text, Flag flags = kNoFlag) { return named({}, text, flags); }

enum class Kind : std::uint8_t {
  kReal,      // `count` doubles
  kFloat,     // `count` floats
  kInt,       // one integer
  kInts,      // `count` integers
  kBool,      // false, true
  kKeyword,   // one word of `keywords`
  kKeywords,  // several words of `keywords`, as bits
  kString,    // verbatim
  kReals,     // any number of doubles
  kFloats,    // any number of floats
  kIntegers,  // any number of integers
  kWords,     // any number of names
};

// Where the value of an attribute lives in a node; `set` is null for plain values.
struct Field {
  void* value = nullptr;
  bool* set = nullptr;
};

// One attribute of one element of MJCF.
struct Row {
  std::string_view name;
  Kind kind = Kind::kString;
  int count = 1;
  Flag flags = kNoFlag;
  Keywords keywords{};
  Field (*locate)(const Row& row,
                  void* node) = nullptr;  // null: there is no field
  std::ptrdiff_t value = 0, set = -1;     // places in the node, for locate

  constexpr bool has(Flag flag) const { return (flags & flag) != 0; }
  constexpr bool by_hand() const { return !locate || has(kByHand); }
  Field field(void* node) const { return locate(*this, node); }
};
using Rows = std::span<const Row>;
using RowList = std::vector<Row>;

// kind and count of a field by its type
template <class T>
struct FieldType;
template <Kind K, int Count = 1>
struct FieldOf {
  static constexpr Kind kKind = K;
  static constexpr int kCount = Count;
};
// clang-format off
template <class T> struct FieldType<Set<T>> : FieldType<T> {};
template <> struct FieldType<double> : FieldOf<Kind::kReal> {};
template <> struct FieldType<float> : FieldOf<Kind::kFloat> {};
template <> struct FieldType<int> : FieldOf<Kind::kInt> {};
template <> struct FieldType<bool> : FieldOf<Kind::kBool> {};
template <> struct FieldType<std::string> : FieldOf<Kind::kString> {};
template <int N> struct FieldType<Vec<int, N>> : FieldOf<Kind::kInts, N> {};
template <class T, int N> struct FieldType<Vec<T, N>> : FieldOf<FieldType<T>::kKind, N> {};
template <class T> struct FieldType<Quat<T>> : FieldType<Vec<T, 4>> {};
template <> struct FieldType<std::vector<double>> : FieldOf<Kind::kReals, 0> {};
template <> struct FieldType<std::vector<float>> : FieldOf<Kind::kFloats, 0> {};
template <> struct FieldType<std::vector<int>> : FieldOf<Kind::kIntegers, 0> {};
template <> struct FieldType<std::vector<std::string>> : FieldOf<Kind::kWords, 0> {};
// clang-format on

}  // namespace corten::spec
