// Defines a Python function from a lambda and the names of its arguments.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "corten/math/mat3.h"
#include "corten/math/quat.h"
#include "python/bindings/arguments.h"
#include "python/bindings/handles.h"

namespace corten::python {

// "name", "what it does", function, "argument"…
template <class Function, class... Names>
void define(nb::module_& m, const char* name, const char* doc, Function&& function, Names... names) {
  m.def(name, std::forward<Function>(function), nb::arg(names)..., doc);
}

using OptionalOut = std::optional<MatOut>;

// Values of fixed arguments, and back.
inline Vec3<Real> value(const InN<3>& a) { return {a[0], a[1], a[2]}; }
inline Quat<Real> value(const InN<4>& a) { return {a[0], a[1], a[2], a[3]}; }
inline Mat3<Real> value(const InN<9>& a) {
  Mat3<Real> m;
  std::copy_n(a.data(), 9, reinterpret_cast<Real*>(&m));
  return m;
}
template <class T, int N>
void put(const OutN<N>& out, const T& result) {
  static_assert(sizeof result == N * sizeof(Real));
  std::copy_n(reinterpret_cast<const Real*>(&result), N, out.data());
}

}  // namespace corten::python
