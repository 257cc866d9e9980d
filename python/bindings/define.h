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

// A function of a model and a data that refuses those which do not belong together; others as they are.
template <class Function, class Result, class... Rest>
auto with_match(Function function, Result (Function::*)(const ModelHandle&, DataHandle&, Rest...) const) {
  return [function](const ModelHandle& m, DataHandle& d, Rest... rest) -> Result {
    require_match(m, d);
    return function(m, d, std::forward<Rest>(rest)...);
  };
}
template <class Function, class Result, class... Arguments>
auto with_match(Function function, Result (Function::*)(Arguments...) const) {
  return function;
}
template <class Function>
auto matched(Function function) {
  if constexpr (requires { &Function::operator(); })
    return with_match(function, &Function::operator());
  else
    return function;
}

// "name", "what it does", function, "argument"…
template <class Function, class... Names>
void define(nb::module_& m, const char* name, const char* doc, Function&& function, Names... names) {
  m.def(name, matched(std::forward<Function>(function)), nb::arg(names)..., doc);
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
