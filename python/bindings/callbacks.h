// User callbacks from Python (set_mjcb_*): process-wide there, handed to the engine as Hooks with each call.
#pragma once

#include <nanobind/nanobind.h>

#include "corten/model/hooks.h"
#include "python/bindings/handles.h"

namespace corten::python {

// The hooks of one engine call that runs without the interpreter lock. An exception in a callback is kept,
// silences the callbacks after it, and leaves through finish().
class CallbackScope {
 public:
  // the Python objects handed to the callbacks; made while the lock is held
  CallbackScope(nanobind::handle model, nanobind::handle data);

  const Hooks& hooks() const { return hooks_; }
  void finish();  // with the lock held

 private:
  friend struct Trampoline;
  nanobind::handle model_, data_;
  std::exception_ptr problem_;
  Hooks hooks_;
};

void bind_callbacks(nanobind::module_& m);

}  // namespace corten::python
