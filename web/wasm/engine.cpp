// The engine as a module for the browser: a compiled model, its simulation, and the two messages of the page.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corten/model/binary.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"
#include "plugins/builtin.h"
#include "viewer/live_view.h"

#define CORTEN_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace {

using namespace corten;

// What leaves and enters the page that runs the engine.
class Here : public viewer::Outlet {
 public:
  void set_model(viewer::PageModel shown) override { model = packed(shown); }
  void publish(std::vector<std::uint8_t> bytes) override { frame = std::move(bytes); }
  std::vector<std::string> take_commands() override { return std::exchange(commands, {}); }

  std::string model;
  std::vector<std::uint8_t> frame;
  std::vector<std::string> commands;
};

struct Engine {
  Here here;
  std::string problem;
  std::optional<Model> model;
  std::optional<Data> data;
  std::optional<viewer::LiveView> view;
};
Engine engine;

std::string text_at(const char* start, int size) { return {start, static_cast<std::size_t>(size)}; }

void step_once() {
  engine.view->apply_perturbation(*engine.model, *engine.data);
  engine.view->remember(*engine.model, *engine.data);
  step(*engine.model, *engine.data);
}

}  // namespace

CORTEN_EXPORT(allocate) void* allocate(int size) { return operator new(static_cast<std::size_t>(size)); }
CORTEN_EXPORT(release) void release(void* memory) { operator delete(memory); }

// A file of `corten convert` or MuJoCo's .mjb. 1 when it was loaded; else problem_text says why not.
CORTEN_EXPORT(load_model) int load_model(const char* name, int name_size, const std::byte* bytes, int size) {
  engine.view.reset();
  engine.data.reset();
  try {
    engine.model = model_from_bytes({bytes, static_cast<std::size_t>(size)}, text_at(name, name_size),
                                    builtin_plugins());
    engine.data = make_data(*engine.model);
  } catch (const std::exception& problem) {
    engine.problem = problem.what();
    return 0;
  }
  forward(*engine.model, *engine.data);
  engine.view.emplace(engine.here, *engine.model, text_at(name, name_size));
  return 1;
}

CORTEN_EXPORT(problem_text) const char* problem_text() { return engine.problem.data(); }
CORTEN_EXPORT(problem_size) int problem_size() { return static_cast<int>(engine.problem.size()); }
CORTEN_EXPORT(model_bytes) const char* model_bytes() { return engine.here.model.data(); }
CORTEN_EXPORT(model_size) int model_size() { return static_cast<int>(engine.here.model.size()); }

CORTEN_EXPORT(add_command) void add_command(const char* text, int size) {
  if (engine.here.commands.size() < 1000) engine.here.commands.push_back(text_at(text, size));
}

// Applies commands. How many steps `seconds` of the clock are, while it runs; those asked for, while it is
// paused.
CORTEN_EXPORT(begin_frame) int begin_frame(double seconds) {
  engine.view->apply_commands(*engine.model, *engine.data);
  const int asked = engine.view->take_steps();
  if (engine.view->paused()) return asked;
  return static_cast<int>(
      std::clamp(seconds * engine.view->speed() / engine.model->opt.timestep + 0.5, 0.0, 1e5));
}

CORTEN_EXPORT(step_some) void step_some(int count) {
  for (int i = 0; i < count; ++i) step_once();
}

CORTEN_EXPORT(end_frame) int end_frame() {
  engine.view->pause_when_bad(*engine.model, *engine.data);
  engine.view->publish(*engine.model, *engine.data);
  return static_cast<int>(engine.here.frame.size());
}
CORTEN_EXPORT(frame_bytes) const std::uint8_t* frame_bytes() { return engine.here.frame.data(); }

// For tests: positions as they are in memory.
CORTEN_EXPORT(qpos) const double* qpos() { return engine.data->qpos.data(); }
CORTEN_EXPORT(nq) int nq() { return engine.model->nq; }
