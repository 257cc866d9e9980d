#include "capi/call.h"

#include <array>
#include <optional>

namespace corten::capi {

using Generic = void (*)(const mjModel*, mjData*);
using ContactFilter = int (*)(const mjModel*, mjData*, int, int);
using Sensor = void (*)(const mjModel*, mjData*, int);
using Time = Real (*)();
using Actuation = Real (*)(const mjModel*, const mjData*, int);

}  // namespace corten::capi

// ---- callbacks, set by programs for all simulations of the process ----
#pragma GCC visibility push(default)
extern "C" {
corten::capi::Generic mjcb_passive = nullptr;
corten::capi::Generic mjcb_control = nullptr;
corten::capi::ContactFilter mjcb_contactfilter = nullptr;
corten::capi::Sensor mjcb_sensor = nullptr;
corten::capi::Time mjcb_time = nullptr;
corten::capi::Actuation mjcb_act_dyn = nullptr;
corten::capi::Actuation mjcb_act_gain = nullptr;
corten::capi::Actuation mjcb_act_bias = nullptr;
}
#pragma GCC visibility pop

namespace corten::capi {

namespace {

// From the engine to the program.
struct Trampoline {
  template <class Fn>
  static auto outside(void* user, Fn&& fn) {
    return static_cast<const Call*>(user)->outside(fn);
  }

  static void passive(const Model&, Data&, void* user) { outside(user, mjcb_passive); }
  static void control(const Model&, Data&, void* user) { outside(user, mjcb_control); }
  static void sensor(const Model&, Data&, int stage, void* user) {
    outside(user, [&](const mjModel* m, mjData* view) { mjcb_sensor(m, view, stage); });
  }
  static bool contact_filter(const Model&, Data&, int geom1, int geom2, void* user) {
    return outside(
        user, [&](const mjModel* m, mjData* view) { return mjcb_contactfilter(m, view, geom1, geom2) != 0; });
  }
  static Real act_dyn(const Model&, Data&, int id, void* user) {
    return outside(user, [&](const mjModel* m, mjData* view) { return mjcb_act_dyn(m, view, id); });
  }
  static Real act_gain(const Model&, Data&, int id, void* user) {
    return outside(user, [&](const mjModel* m, mjData* view) { return mjcb_act_gain(m, view, id); });
  }
  static Real act_bias(const Model&, Data&, int id, void* user) {
    return outside(user, [&](const mjModel* m, mjData* view) { return mjcb_act_bias(m, view, id); });
  }
  static double time(void*) { return mjcb_time(); }
};

// Calls that are running on this thread, outermost first. A record outlives a longjmp out of a callback; the
// stack tells: what began deeper than the present call has been left.
struct Running {
  DataBox* box = nullptr;
  void* outer_host = nullptr;           // of the plugins, before the call
  const void* place = nullptr;          // in the stack frame of the call
  std::optional<Arena::Frame> scratch;  // gives back what the engine had taken
};
constexpr int kMostRunning = 64;  // calls inside callbacks inside calls
struct RunningCalls {
  std::array<Running, kMostRunning> calls;
  int count = 0;
};
thread_local RunningCalls running;

void drop_last() {
  Running& last = running.calls[static_cast<std::size_t>(--running.count)];
  last.scratch.reset();
  last.box->data.plugin_memory.host = last.outer_host;
  last.box = nullptr;
}

void drop_left_calls(const void* place) {
  while (running.count &&
         (leaving_by_error() || running.calls[static_cast<std::size_t>(running.count - 1)].place <= place))
    drop_last();
  if (!running.count) leaving_by_error() = false;
}

}  // namespace

void forget_calls(const DataBox& box) {
  for (int i = 0; i < running.count; ++i)
    if (running.calls[static_cast<std::size_t>(i)].box == &box)
      while (running.count > i) drop_last();
}

namespace {

DataBox& taken(DataBox& box) {
  take_numbers(*box.view, box.data);
  return box;
}

}  // namespace

Call::Call(const mjModel* m, mjData* d)
    : m_(m), model_(model_of(m)), box_(taken(box_of(box_of(m), d))), warnings_(box_.data) {
  drop_left_calls(this);
  if (running.count == kMostRunning) throw Problem("callbacks call each other without end");
  Running& record = running.calls[static_cast<std::size_t>(running.count++)];
  record.box = &box_, record.place = this, record.outer_host = box_.data.plugin_memory.host;
  record.scratch.emplace(box_.data.arena);
  box_.data.plugin_memory.host = this;
  hooks_.user = this;
  if (mjcb_passive) hooks_.passive = Trampoline::passive;
  if (mjcb_control) hooks_.control = Trampoline::control;
  if (mjcb_sensor) hooks_.sensor = Trampoline::sensor;
  if (mjcb_contactfilter) hooks_.contact_filter = Trampoline::contact_filter;
  if (mjcb_act_dyn) hooks_.act_dyn = Trampoline::act_dyn;
  if (mjcb_act_gain) hooks_.act_gain = Trampoline::act_gain;
  if (mjcb_act_bias) hooks_.act_bias = Trampoline::act_bias;
  if (mjcb_time) hooks_.time = Trampoline::time;
}

Call::~Call() {
  if (running.count && running.calls[static_cast<std::size_t>(running.count - 1)].place == this) drop_last();
  warnings_.observe(box_.data);
  for (const std::string& text : warnings_.texts()) keep_warning(text.c_str());
  show_numbers(box_.data, *box_.view, box_.sizes);
}

CORTEN_API void mj_resetCallbacks() {
  mjcb_passive = mjcb_control = nullptr;
  mjcb_contactfilter = nullptr, mjcb_sensor = nullptr, mjcb_time = nullptr;
  mjcb_act_dyn = mjcb_act_gain = mjcb_act_bias = nullptr;
}

}  // namespace corten::capi
