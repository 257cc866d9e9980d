// Rows of elements: of the structs of spec as they declare them, parts of
// those, and rows of what exists only while a text is read, made here.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>

#include "corten/spec/rows.h"

namespace corten::mjcf {

using namespace words;
using spec::Field;
using spec::Flag;
using spec::Kind;
using spec::Row;
using spec::RowList;
using spec::Rows;
using spec::rows_of;
using enum spec::Flag;

template <class T>
Field locate(spec::Set<T>& field) {
  return {&field.value, &field.set};
}
template <class T>
Field locate(T& field) {
  return {&field, nullptr};
}

// Follows member pointers: &FlexComp::alt, &Orientation::euler.
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
    return {name, spec::FieldType<T>::kKind, spec::FieldType<T>::kCount, flags, {}, &at<Path...>};
  }
  template <auto... Path>
  static constexpr Row words(std::string_view name, Keywords keywords, Flag flags = kNoFlag) {
    return {name, Kind::kKeyword, 1, flags, keywords, &at<Path...>};
  }

 private:
  template <auto... Path>
  static Field at(const Row&, void* node) {
    return locate(follow<Path...>(*static_cast<N*>(node)));
  }
};

// A row that is known to the schema and read by code of its own.
constexpr Row by_hand(std::string_view name, Flag flags = kNoFlag) { return {.name = name, .flags = flags}; }

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

// The rows that have one of the names.
inline RowList pick(Rows all, std::initializer_list<std::string_view> names) {
  RowList picked;
  for (const Row& row : all)
    if (std::ranges::find(names, row.name) != names.end()) picked.push_back(row);
  return picked;
}
inline RowList joined(std::initializer_list<Rows> groups) {
  RowList all;
  for (const Rows group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace corten::mjcf
