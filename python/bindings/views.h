// Numpy views of engine memory: no copy, and the memory lives as long as any view of it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <initializer_list>
#include <memory>

#include "corten/base/array.h"
#include "corten/model/element.h"

namespace corten::python {

namespace nb = nanobind;

// What numpy holds on to while it looks at the memory of `object`.
template <class T>
nb::capsule keep_alive(const std::shared_ptr<T>& object) {
  return nb::capsule(new std::shared_ptr<T>(object),
                     [](void* p) noexcept { delete static_cast<std::shared_ptr<T>*>(p); });
}

template <class Scalar>
nb::object numpy_view(Scalar* data, std::initializer_list<std::size_t> shape, nb::handle owner) {
  // text is seen as small integers, addresses as unsigned ones
  using Seen = std::conditional_t<std::is_same_v<Scalar, char>, std::int8_t, Scalar>;
  return nb::cast(nb::ndarray<nb::numpy, Seen>(reinterpret_cast<Seen*>(data), shape, owner));
}

// (rows,) for scalars, (rows, n) for rows of n scalars
template <class T>
nb::object numpy_view(Array<T>& array, nb::handle owner) {
  using Scalar = typename Element<T>::Scalar;
  auto* data = reinterpret_cast<Scalar*>(array.data());
  const auto rows = static_cast<std::size_t>(array.size());
  if constexpr (Element<T>::kCount == 1 && std::is_same_v<Scalar, T>)
    return numpy_view(data, {rows}, owner);
  else
    return numpy_view(data, {rows, static_cast<std::size_t>(Element<T>::kCount)}, owner);
}

template <class T>
nb::object numpy_view(Array2<T>& array, nb::handle owner) {
  return numpy_view(array.data(),
                    {static_cast<std::size_t>(array.rows()), static_cast<std::size_t>(array.cols())}, owner);
}

template <class T, int N>
nb::object numpy_view(Vec<T, N>& vec, nb::handle owner) {
  return numpy_view(vec.data(), {static_cast<std::size_t>(N)}, owner);
}

// A field of a struct by its place: visitors name members of one object, this finds them in any other.
template <class Struct>
std::ptrdiff_t place_of(const void* member, const Struct& in) {
  return static_cast<const std::byte*>(member) - reinterpret_cast<const std::byte*>(&in);
}

template <class Member, class Struct>
Member& at_place(Struct& in, std::ptrdiff_t place) {
  return *reinterpret_cast<Member*>(reinterpret_cast<std::byte*>(&in) + place);
}

}  // namespace corten::python
