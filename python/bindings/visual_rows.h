// MuJoCo's structs of visualization as Python keeps them: bytes in the layout of ours.
#pragma once

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "python/bindings/arguments.h"
#include "viewer/camera.h"
#include "viewer/scene_option.h"

namespace corten::python {

using Bytes = nb::ndarray<const std::uint8_t, nb::c_contig, nb::device::cpu>;
using OutBytes = nb::ndarray<std::uint8_t, nb::c_contig, nb::device::cpu>;

// Bytes that Python and we both have of a struct: an option ends with its categories, which are ours alone.
template <class T>
constexpr std::size_t shared_bytes() {
  if constexpr (std::is_same_v<T, viewer::SceneOption>)
    return offsetof(viewer::SceneOption, catmask);
  else
    return sizeof(T);
}

template <class T>
T from_row(const Bytes& row) {
  T value;
  std::memcpy(&value, row.data(), std::min(row.size(), shared_bytes<T>()));
  return value;
}
template <class T>
void to_row(const T& value, const OutBytes& row) {
  std::memcpy(row.data(), &value, std::min(row.size(), shared_bytes<T>()));
}

}  // namespace corten::python
