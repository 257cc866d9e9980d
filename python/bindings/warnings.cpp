#include "python/bindings/warnings.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdio>

#include "corten/base/system.h"
#include "corten/model/warning.h"
#include "python/bindings/client_texts.h"
#include "python/bindings/handles.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

// set by the user; never destroyed, the interpreter may be gone before it
nb::object& user_warning() {
  static auto* callback = new nb::object();
  return *callback;
}

// A dated entry of MUJOCO_LOG.TXT in the current folder; nothing if it cannot be written.
void write_log(const std::string& type, const std::string& message) {
  std::FILE* file = std::fopen("MUJOCO_LOG.TXT", "a");
  if (!file) return;
  std::fprintf(file, "%s\n%s: %s\n\n", date_and_time().c_str(), type.c_str(), message.c_str());
  std::fclose(file);
}

// made by ctypes: it takes a char pointer
bool is_c_function(const nb::object& callback) {
  return nb::isinstance(callback, nb::module_::import_("ctypes").attr("_CFuncPtr"));
}

void tell(const std::string& text) {
  const nb::object& callback = user_warning();
  if (callback.is_valid() && !callback.is_none()) {
    if (is_c_function(callback))
      callback(nb::bytes(text.data(), text.size()));
    else
      callback(text);
    return;
  }
  nb::print(nb::str(("WARNING: " + text + "\n").c_str()));
  write_log("WARNING", text);
}

}  // namespace

void report(const WarningWatch& warnings) {
  for (const std::string& text : warnings.texts()) tell(text);
}

void bind_warnings(nb::module_& m) {
  m.def(
      "set_mju_user_warning",
      [](nb::object callback) {
        if (!callback.is_none() && !PyCallable_Check(callback.ptr()))
          throw nb::type_error(client_text::kNotCallable);
        user_warning() = callback;
      },
      nb::arg("arg0").none(), "Sets the function that gets the text of warnings; None: print them.");
  m.def(
      "get_mju_user_warning",
      []() -> nb::object { return user_warning().is_valid() ? user_warning() : nb::none(); },
      "The function that gets the text of warnings, None if there is none.");
  m.def(
      "mju_warningText", [](int kind, int info) { return warning_text(kind, info); }, nb::arg("warning"),
      nb::arg("info"), "Text of a warning.");
  m.def("mju_writeLog", &write_log, nb::arg("type"), nb::arg("msg"), "Appends an entry to MUJOCO_LOG.TXT.");
}

}  // namespace corten::python
