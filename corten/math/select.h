// Choices by value that also work lane by lane: on plain numbers these are the ordinary conditional, and
// pack.h overloads them for SIMD lanes. Arithmetic meant for lanes uses them instead of `if`.
#pragma once

#include <concepts>

#include "corten/base/config.h"

namespace corten {

// the result of comparing packs
template <class M>
concept LaneMask = !std::same_as<M, bool>;

template <class T>
CORTEN_HD constexpr T select(bool condition, const T& yes, const T& no) {
  return condition ? yes : no;
}

// A shortcut for every lane at once: `if (all(x == T(0))) return …`.
CORTEN_HD constexpr bool all(bool condition) { return condition; }
CORTEN_HD constexpr bool any(bool condition) { return condition; }

}  // namespace corten
