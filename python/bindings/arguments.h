// Array arguments of engine functions. Outputs are numpy arrays of the exact scalar, filled in place; inputs
// are anything numpy can make such an array of. A wrong type is a TypeError of the call.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <string>

#include "corten/base/config.h"

namespace corten::python {

namespace nb = nanobind;

template <class Scalar>
using Memory = nb::ndarray<Scalar, nb::c_contig, nb::device::cpu>;

// A vector or row-major matrix, with at most two dimensions.
template <class Scalar>
struct Numbers {
  Memory<Scalar> array;

  std::size_t size() const { return array.size(); }
  std::size_t rows() const { return array.ndim() ? array.shape(0) : 1; }
  std::size_t cols() const { return array.ndim() > 1 ? array.shape(1) : 1; }
  Scalar* data() const { return static_cast<Scalar*>(array.data()); }
  std::span<Scalar> span() const { return {data(), size()}; }
  // refuses every other size
  std::span<Scalar> span(std::size_t wanted, const char* message) const {
    if (size() != wanted) throw nb::type_error(message);
    return span();
  }
  std::span<Scalar> span(std::size_t wanted_rows, std::size_t wanted_cols, const char* message) const {
    if (rows() != wanted_rows || cols() != wanted_cols) throw nb::type_error(message);
    return span();
  }
};

struct Out : Numbers<Real> {};
struct In : Numbers<const Real> {};
struct IntOut : Numbers<int> {};

// Exactly N numbers in one dimension.
template <int N>
struct OutN : Numbers<Real> {
  Real& operator[](int i) const { return data()[i]; }
};
template <int N>
struct InN : Numbers<const Real> {
  const Real& operator[](int i) const { return data()[i]; }
};

// The object as a float64 array, made by numpy when it is none.
inline nb::object as_numbers(nb::handle source) {
  static nb::object* convert = new nb::object(nb::module_::import_("numpy").attr("ascontiguousarray"));
  static nb::object* real = new nb::object(nb::module_::import_("numpy").attr("float64"));
  return (*convert)(source, *real);
}

}  // namespace corten::python

namespace nanobind::detail {

template <class Target, class Scalar, int N = -1>
struct OutputCaster {
  NB_TYPE_CASTER(Target, const_name("numpy.ndarray"))
  bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<corten::python::Memory<Scalar>> caster;
    const auto exact = static_cast<std::uint8_t>(flags & ~static_cast<std::uint8_t>(cast_flags::convert));
    if (!caster.from_python(source, exact, cleanup)) return false;
    value.array = caster.value;
    return value.array.ndim() <= 2 &&
           (N < 0 || (value.array.ndim() == 1 && value.array.shape(0) == std::size_t(N)));
  }
};

template <class Target, int N = -1>
struct InputCaster {
  NB_TYPE_CASTER(Target, const_name("numpy.typing.ArrayLike"))
  bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<corten::python::Memory<const double>> caster;
    const auto exact = static_cast<std::uint8_t>(flags & ~static_cast<std::uint8_t>(cast_flags::convert));
    if (source.is_none()) return false;
    if (!caster.from_python(source, exact, cleanup)) {
      try {
        const object made = corten::python::as_numbers(source);
        if (!caster.from_python(made, exact, cleanup)) return false;
      } catch (...) {
        PyErr_Clear();
        return false;
      }
    }
    value.array = caster.value;
    return value.array.ndim() <= 2 &&
           (N < 0 || (value.array.ndim() == 1 && value.array.shape(0) == std::size_t(N)));
  }
};

template <>
struct type_caster<corten::python::Out> : OutputCaster<corten::python::Out, double> {};
template <>
struct type_caster<corten::python::IntOut> : OutputCaster<corten::python::IntOut, int> {};
template <int N>
struct type_caster<corten::python::OutN<N>> : OutputCaster<corten::python::OutN<N>, double, N> {};
template <>
struct type_caster<corten::python::In> : InputCaster<corten::python::In> {};
template <int N>
struct type_caster<corten::python::InN<N>> : InputCaster<corten::python::InN<N>, N> {};

}  // namespace nanobind::detail
