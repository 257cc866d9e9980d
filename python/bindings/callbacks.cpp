#include "python/bindings/callbacks.h"

#include <nanobind/stl/string.h>

#include <array>
#include <string>

#include "corten/base/stage_timer.h"
#include "python/bindings/client_texts.h"

namespace corten::python {
namespace {

namespace nb = nanobind;

constexpr const char* kNames[] = {"passive", "control", "contactfilter", "sensor",
                                  "time",    "act_dyn", "act_gain",      "act_bias"};
enum Callback { kPassive, kControl, kContactFilter, kSensor, kTime, kActDyn, kActGain, kActBias, kCallbacks };

// the objects set by the user; never destroyed, the interpreter may be gone before them
std::array<nb::object, kCallbacks>& callbacks() {
  static auto* objects = new std::array<nb::object, kCallbacks>();
  return *objects;
}

bool default_clock = false;  // on from the first Data, off by set_mjcb_time

bool is_set(Callback which) { return callbacks()[which].is_valid() && !callbacks()[which].is_none(); }

}  // namespace

// Calls from the engine back into Python.
struct Trampoline {
  template <class Result, class... Arguments>
  static Result call(Callback which, void* user, Result otherwise, const char* expected,
                     Arguments... arguments) {
    auto& scope = *static_cast<CallbackScope*>(user);
    if (scope.problem_) return otherwise;
    const nb::gil_scoped_acquire lock;
    try {
      const nb::object result =
          which == kTime ? callbacks()[which]() : callbacks()[which](scope.model_, scope.data_, arguments...);
      if constexpr (std::is_same_v<Result, int>) {
        if (!expected) return otherwise;
      }
      Result value{};
      if (!nb::try_cast(result, value))
        throw nb::type_error(client_text::no_result(kNames[which], expected).c_str());
      return value;
    } catch (...) {
      scope.problem_ = std::current_exception();
      return otherwise;
    }
  }

  static void passive(const Model&, Data&, void* user) { call(kPassive, user, 0, nullptr); }
  static void control(const Model&, Data&, void* user) { call(kControl, user, 0, nullptr); }
  static void sensor(const Model&, Data&, int stage, void* user) { call(kSensor, user, 0, nullptr, stage); }
  static bool contact_filter(const Model&, Data&, int geom1, int geom2, void* user) {
    return call(kContactFilter, user, 0, "an integer", geom1, geom2) != 0;
  }
  static Real act_dyn(const Model&, Data&, int id, void* user) {
    return call(kActDyn, user, Real(0), "a number", id);
  }
  static Real act_gain(const Model&, Data&, int id, void* user) {
    return call(kActGain, user, Real(0), "a number", id);
  }
  static Real act_bias(const Model&, Data&, int id, void* user) {
    return call(kActBias, user, Real(0), "a number", id);
  }
  static double time(void* user) { return call(kTime, user, 0.0, "a number"); }
};

CallbackScope::CallbackScope(nb::handle model, nb::handle data) : model_(model), data_(data) {
  void*& host = (*nb::cast<DataHandle&>(data)).plugin_memory.host;
  outer_host_ = host;
  host = this;
  hooks_.user = this;
  if (is_set(kPassive)) hooks_.passive = Trampoline::passive;
  if (is_set(kControl)) hooks_.control = Trampoline::control;
  if (is_set(kSensor)) hooks_.sensor = Trampoline::sensor;
  if (is_set(kContactFilter)) hooks_.contact_filter = Trampoline::contact_filter;
  if (is_set(kActDyn)) hooks_.act_dyn = Trampoline::act_dyn;
  if (is_set(kActGain)) hooks_.act_gain = Trampoline::act_gain;
  if (is_set(kActBias)) hooks_.act_bias = Trampoline::act_bias;
  hooks_.time = is_set(kTime) ? Trampoline::time : default_clock ? stage_seconds : nullptr;
}

CallbackScope::~CallbackScope() { (*nb::cast<DataHandle&>(data_)).plugin_memory.host = outer_host_; }

void start_default_clock() { default_clock = true; }

void CallbackScope::finish() {
  if (problem_) std::rethrow_exception(problem_);
}

void bind_callbacks(nb::module_& m) {
  for (int i = 0; i < kCallbacks; ++i) {
    const std::string name = std::string("mjcb_") + kNames[i];
    m.def(("set_" + name).c_str(),
          [i](nb::object callback) {
            if (!callback.is_none() && !PyCallable_Check(callback.ptr()))
              throw nb::type_error(client_text::kNotCallable);
            callbacks()[static_cast<std::size_t>(i)] = callback;
            if (i == kTime) default_clock = false;
          },
          nb::arg("arg0").none(), "Sets a callback of every simulation of this process; None removes it.");
    m.def(("get_" + name).c_str(),
          [i]() -> nb::object {
            const nb::object& callback = callbacks()[static_cast<std::size_t>(i)];
            return callback.is_valid() ? callback : nb::none();
          },
          "The callback that is set, None if there is none.");
  }
  m.def(
      "mj_resetCallbacks",
      [] {
        for (nb::object& callback : callbacks()) callback = nb::none();
        default_clock = false;
      },
      "Removes all callbacks.");
}

}  // namespace corten::python
