// Set<T>: a value that knows whether it was given. Construction gives the built-in value (not set),
// assignment gives a user's value (set), so an explicit value equal to the built-in one is still told apart
// from it.
#pragma once

#include <utility>

namespace corten::spec {

template <class T>
struct Set {
  T value{};
  bool set = false;  // given in the text, by the element itself or by its default class

  constexpr Set() = default;
  constexpr Set(T builtin) : value(std::move(builtin)) {}
  constexpr Set& operator=(const T& given) {
    value = given;
    set = true;
    return *this;
  }

  constexpr operator const T&() const { return value; }
  constexpr const T& operator*() const { return value; }
  constexpr T& operator*() { return value; }
  constexpr const T* operator->() const { return &value; }
  constexpr T* operator->() { return &value; }
  friend constexpr bool operator==(const Set&, const Set&) = default;
};

}  // namespace corten::spec
