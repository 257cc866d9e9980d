// User callbacks from Python (set_mjcb_*): process-wide there, handed to the engine as Hooks with each call.
#pragma once

#include <nanobind/nanobind.h>

#include "corten/model/hooks.h"
#include "python/bindings/handles.h"
#include "python/bindings/warnings.h"

namespace corten::python {

// The hooks of one engine call that runs without the interpreter lock. An exception in a callback is kept,
// silences the callbacks after it, and leaves through finish().
class CallbackScope {
 public:
  // the Python objects handed to the callbacks; made while the lock is held
  CallbackScope(nanobind::handle model, nanobind::handle data);
  CallbackScope(const CallbackScope&) = delete;
  CallbackScope& operator=(const CallbackScope&) = delete;

  ~CallbackScope();

  const Hooks& hooks() const { return hooks_; }
  void finish();  // with the lock held

  // for plugins written in Python, which find the scope as the host of their Data
  nanobind::handle model() const { return model_; }
  nanobind::handle data() const { return data_; }
  bool failed() const { return problem_ != nullptr; }
  void fail(std::exception_ptr problem) { problem_ = std::move(problem); }

 private:
  friend struct Trampoline;
  nanobind::handle model_, data_;
  void* outer_host_ = nullptr;  // of a call inside which this one is made
  std::exception_ptr problem_;
  Hooks hooks_;
};

// Python objects of these types: callbacks get the very objects of the call.
using PyModel = nanobind::handle_t<ModelHandle>;
using PyData = nanobind::handle_t<DataHandle>;

// Runs engine code, as often as said, without the interpreter lock and with the user's callbacks.
template <class Run>
void unlocked(nanobind::handle model, nanobind::handle data, Run&& run, int times = 1) {
  const ModelHandle& model_handle = nanobind::cast<const ModelHandle&>(model);
  DataHandle& data_handle = nanobind::cast<DataHandle&>(data);
  require_match(model_handle, data_handle);
  const InUse claimed(data_handle);
  const Model& m = *model_handle;
  Data& d = *data_handle;
  CallbackScope callbacks(model, data);
  Interruption interruption;
  WarningWatch warnings(d);
  {
    const nanobind::gil_scoped_release release;
    for (int i = 0; i < times && !(i > 0 && interruption.pending()); ++i) {
      run(m, d, callbacks.hooks());
      warnings.observe(d);
    }
  }
  callbacks.finish();
  interruption.raise();
  report(warnings);
}

// Data made from Python are timed by the steady clock unless a clock is set, as in the oracle.
void start_default_clock();

void bind_callbacks(nanobind::module_& m);

}  // namespace corten::python
