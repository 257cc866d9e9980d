// One call of the engine for a C program: numbers go in, callbacks go out, numbers and warnings come back. A
// callback may leave by longjmp; the next call on the thread then cleans up what was left.
#pragma once

#include "capi/boxes.h"
#include "corten/model/hooks.h"
#include "corten/model/warning_watch.h"

namespace corten::capi {

using H = const Hooks&;  // beside M and D

class Call {
 public:
  Call(const mjModel* m, mjData* d);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  const Model& model() const { return model_; }
  Data& data() const { return box_.data; }
  const Hooks& hooks() const { return hooks_; }

  // fn(mjModel, mjData) of the program: the view is brought up to date before, its writes are taken after.
  template <class Fn>
  auto outside(Fn&& fn) const {
    show_numbers(box_.data, *box_.view, box_.sizes);
    struct Return {
      DataBox& box;
      ~Return() { take_numbers(*box.view, box.data); }
    } after{box_};
    return fn(m_, box_.view);
  }

 private:
  const mjModel* m_;
  const Model& model_;
  DataBox& box_;
  WarningWatch warnings_;
  Hooks hooks_;
};

// Runs fn(model, data, hooks) under the name of a public function.
template <class Fn>
void engine(const char* function, const mjModel* m, mjData* d, Fn&& fn) {
  perform(function, [&] {
    const Call call(m, d);
    fn(call.model(), call.data(), call.hooks());
  });
}

// The engine forgets calls of this thread on a data that is deleted.
void forget_calls(const DataBox& box);

}  // namespace corten::capi
