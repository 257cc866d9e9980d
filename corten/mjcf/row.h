// Row: one attribute of one element. Reading, default merging, writing, messages and the schema check all
// work from rows, so an attribute is declared once. Kind and count follow from the type of the node's field.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "corten/math/quat.h"
#include "corten/mjcf/keywords.h"
#include "corten/spec/set.h"

namespace corten::mjcf {

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

enum Flag : std::uint8_t {
  kNoFlag = 0,
  kUpTo = 1,  // one to `count` numbers, which overwrite leading entries
  kRequired = 2,
  kNoDefault = 4,  // not allowed inside <default>
  kAngle = 8,      // in the unit of compiler angle
  kWhenSet = 16,   // the value means nothing unless it was given
};
constexpr Flag operator|(Flag a, Flag b) { return static_cast<Flag>(int{a} | int{b}); }

// Where the value of an attribute lives in a node; `set` is null for plain values.
struct Field {
  void* value = nullptr;
  bool* set = nullptr;
};

struct Row {
  std::string_view name;
  Kind kind = Kind::kString;
  int count = 1;
  Flag flags = kNoFlag;
  Keywords keywords{};
  Field (*field)(void* node) = nullptr;  // null: read by code of its own

  constexpr bool has(Flag flag) const { return (flags & flag) != 0; }
};
using Rows = std::span<const Row>;

// kind and count of a field by its type
template <class T>
struct FieldType;
template <class T>
struct FieldType<spec::Set<T>> : FieldType<T> {};
template <>
struct FieldType<double> {
  static constexpr Kind kKind = Kind::kReal;
  static constexpr int kCount = 1;
};
template <>
struct FieldType<float> {
  static constexpr Kind kKind = Kind::kFloat;
  static constexpr int kCount = 1;
};
template <>
struct FieldType<int> {
  static constexpr Kind kKind = Kind::kInt;
  static constexpr int kCount = 1;
};
template <>
struct FieldType<bool> {
  static constexpr Kind kKind = Kind::kBool;
  static constexpr int kCount = 1;
};
template <>
struct FieldType<std::string> {
  static constexpr Kind kKind = Kind::kString;
  static constexpr int kCount = 1;
};
template <int N>
struct FieldType<Vec<int, N>> {
  static constexpr Kind kKind = Kind::kInts;
  static constexpr int kCount = N;
};
template <class T, int N>
struct FieldType<Vec<T, N>> {
  static constexpr Kind kKind = FieldType<T>::kKind;
  static constexpr int kCount = N;
};
template <class T>
struct FieldType<Quat<T>> : FieldType<Vec<T, 4>> {};
template <>
struct FieldType<std::vector<double>> {
  static constexpr Kind kKind = Kind::kReals;
  static constexpr int kCount = 0;
};
template <>
struct FieldType<std::vector<float>> {
  static constexpr Kind kKind = Kind::kFloats;
  static constexpr int kCount = 0;
};
template <>
struct FieldType<std::vector<int>> {
  static constexpr Kind kKind = Kind::kIntegers;
  static constexpr int kCount = 0;
};
template <>
struct FieldType<std::vector<std::string>> {
  static constexpr Kind kKind = Kind::kWords;
  static constexpr int kCount = 0;
};

template <class T>
Field locate(spec::Set<T>& field) {
  return {&field.value, &field.set};
}
template <class T>
Field locate(T& field) {
  return {&field, nullptr};
}

// Follows member pointers: &Geom::alt, &Orientation::euler.
template <auto First, auto... Rest, class N>
auto& follow(N& node) {
  if constexpr (sizeof...(Rest) == 0) {
    return node.*First;
  } else {
    return follow<Rest...>(node.*First);
  }
}

// Rows of node type N.
template <class N>
struct Of {
  template <auto... Path>
  static constexpr Row row(std::string_view name, Flag flags = kNoFlag) {
    using T = std::remove_reference_t<decltype(follow<Path...>(std::declval<N&>()))>;
    return {name, FieldType<T>::kKind, FieldType<T>::kCount, flags, {}, &at<Path...>};
  }
  template <auto... Path>
  static constexpr Row words(std::string_view name, Keywords keywords, Flag flags = kNoFlag) {
    return {name, Kind::kKeyword, 1, flags, keywords, &at<Path...>};
  }
  template <auto... Path>
  static constexpr Row bits(std::string_view name, Keywords keywords, Flag flags = kNoFlag) {
    return {name, Kind::kKeywords, 1, flags, keywords, &at<Path...>};
  }

 private:
  template <auto... Path>
  static Field at(void* node) {
    return locate(follow<Path...>(*static_cast<N*>(node)));
  }
};

// A row that is known to the schema and read by code of its own.
constexpr Row by_hand(std::string_view name, Flag flags = kNoFlag) {
  return {name, Kind::kString, 1, flags, {}, nullptr};
}

template <std::size_t... Sizes>
constexpr auto join(const std::array<Row, Sizes>&... parts) {
  std::array<Row, (Sizes + ...)> all{};
  std::size_t i = 0;
  const auto append = [&](const auto& part) {
    for (const Row& row : part) all[i++] = row;
  };
  (append(parts), ...);
  return all;
}

template <class... R>
constexpr std::array<Row, sizeof...(R)> rows(const R&... row) {
  return {row...};
}

}  // namespace corten::mjcf
