// Array arguments of engine functions. Outputs are numpy arrays of the exact scalar, filled in place; inputs
// are anything numpy can make such an array of. A wrong type is a TypeError of the call.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <string>

#include "corten/base/config.h"

namespace nanobind::detail {

template <class Scalar>
constexpr auto scalar_name() {
  if constexpr (std::is_same_v<Scalar, float>)
    return const_name("float32");
  else if constexpr (std::is_same_v<Scalar, int>)
    return const_name("int32");
  else if constexpr (std::is_same_v<Scalar, std::uint8_t>)
    return const_name("uint8");
  else
    return const_name("float64");
}

}  // namespace nanobind::detail

namespace corten::python {

namespace nb = nanobind;

template <class Scalar>
using Memory = nb::ndarray<Scalar, nb::c_contig, nb::device::cpu>;

constexpr int kAnySize = -1;

[[noreturn]] inline void refuse_size(const std::string& label, const std::string& wanted,
                                     const std::string& given) {
  throw nb::type_error((label + ": " + wanted + " numbers are needed here, the array has " + given).c_str());
}

// A rule that the sizes of several arguments obey.
inline void require(bool holds, const char* message) {
  if (!holds) throw nb::type_error(message);
}

// A vector, of a fixed size or not, or a row-major matrix. A const scalar makes it an input.
template <class Scalar_, int kSize_, bool kVector_>
struct Numbers {
  using Scalar = Scalar_;
  static constexpr int kSize = kSize_;
  static constexpr bool kVector = kVector_;

  Memory<Scalar> array;

  std::size_t size() const { return array.size(); }
  std::size_t rows() const { return array.shape(0); }
  std::size_t cols() const { return array.ndim() > 1 ? array.shape(1) : 1; }
  Scalar* data() const { return static_cast<Scalar*>(array.data()); }
  Scalar& operator[](int i) const { return data()[i]; }
  std::span<Scalar> span() const { return {data(), size()}; }
  // refuses every other size; `label` is the argument and its size in words, "qpos (nq)"
  std::span<Scalar> span(std::size_t wanted, const char* label) const {
    if (size() != wanted) refuse_size(label, std::to_string(wanted), std::to_string(size()));
    return span();
  }
  std::span<Scalar> span(std::size_t wanted_rows, std::size_t wanted_cols, const char* label) const {
    if (rows() != wanted_rows || cols() != wanted_cols)
      refuse_size(label, std::to_string(wanted_rows) + " x " + std::to_string(wanted_cols),
                  std::to_string(rows()) + " x " + std::to_string(cols()));
    return span();
  }
  // a column counts as a vector, as in MuJoCo
  bool fits() const {
    if (array.ndim() == 0 || array.ndim() > 2 || (kVector && cols() != 1)) return false;
    return kSize == kAnySize || rows() == std::size_t(kSize);
  }
};

using MatOut = Numbers<Real, kAnySize, false>;
using MatIn = Numbers<const Real, kAnySize, false>;
using VecOut = Numbers<Real, kAnySize, true>;
using VecIn = Numbers<const Real, kAnySize, true>;
using IntOut = Numbers<int, kAnySize, true>;
using IntIn = Numbers<const int, kAnySize, true>;
using FloatOut = Numbers<float, kAnySize, true>;
using FloatIn = Numbers<const float, kAnySize, true>;
// exactly N numbers
template <int N>
using OutN = Numbers<Real, N, true>;
template <int N>
using InN = Numbers<const Real, N, true>;
template <int N>
using IntOutN = Numbers<int, N, true>;
template <int N>
using ByteInN = Numbers<const std::uint8_t, N, true>;

// The object as an array of the scalar, made by numpy when it is none.
template <class Scalar>
nb::object as_numbers(nb::handle source) {
  static nb::object* convert = new nb::object(nb::module_::import_("numpy").attr("asarray"));
  return (*convert)(source, nb::detail::scalar_name<Scalar>().text, "C");
}

}  // namespace corten::python

namespace nanobind::detail {

template <int kSize>
constexpr auto size_name() {
  if constexpr (kSize == corten::python::kAnySize)
    return const_name("m");
  else
    return int_to_str<std::size_t(kSize)>::digits;
}

// The type as MuJoCo's own documentation writes it.
template <class Target>
constexpr auto array_name() {
  using Scalar = typename Target::Scalar;
  return const_name("typing.Annotated[numpy.typing.NDArray[numpy.") +
         scalar_name<std::remove_const_t<Scalar>>() + const_name("], \"[") + size_name<Target::kSize>() +
         const_name<Target::kVector>(", 1]\"", ", n]\"") +
         const_name<std::is_const_v<Scalar>>("", ", \"flags.writeable\"") +
         const_name<Target::kVector>("", ", \"flags.c_contiguous\"") + const_name("]");
}

template <class Scalar_, int kSize, bool kVector>
struct type_caster<corten::python::Numbers<Scalar_, kSize, kVector>> {
  using Target = corten::python::Numbers<Scalar_, kSize, kVector>;
  NB_TYPE_CASTER(Target, array_name<Target>())

  bool from_python(handle source, std::uint8_t flags, cleanup_list* cleanup) noexcept {
    make_caster<corten::python::Memory<Scalar_>> caster;
    const auto exact = static_cast<std::uint8_t>(flags & ~static_cast<std::uint8_t>(cast_flags::convert));
    if (source.is_none()) return false;
    if (!caster.from_python(source, exact, cleanup)) {
      if constexpr (!std::is_const_v<Scalar_>)
        return false;
      else
        try {
          const object made = corten::python::as_numbers<std::remove_const_t<Scalar_>>(source);
          if (!caster.from_python(made, exact, cleanup)) return false;
        } catch (...) {
          PyErr_Clear();
          return false;
        }
    }
    value.array = caster.value;
    return value.fits();
  }
};

}  // namespace nanobind::detail
