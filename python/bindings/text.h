// Text arguments: str, or bytes as they are.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace corten::python {

struct Text : std::string {
  using std::string::string;
};

}  // namespace corten::python

namespace nanobind::detail {

template <>
struct type_caster<corten::python::Text> {
  NB_TYPE_CASTER(corten::python::Text, const_name("str"))

  bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept {
    Py_ssize_t size = 0;
    const char* data = nullptr;
    if (PyBytes_Check(source.ptr())) {
      data = PyBytes_AsString(source.ptr());
      size = PyBytes_Size(source.ptr());
    } else if (PyUnicode_Check(source.ptr())) {
      data = PyUnicode_AsUTF8AndSize(source.ptr(), &size);
    }
    if (!data) {
      PyErr_Clear();
      return false;
    }
    value.assign(data, static_cast<std::size_t>(size));
    return true;
  }
};

}  // namespace nanobind::detail
