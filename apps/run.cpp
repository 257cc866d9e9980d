// `corten run MODEL`: simulate, with a progress bar, the real-time factor and a log of chosen fields.
#include <fmt/core.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "apps/controls.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/recorder.h"
#include "apps/terminal.h"
#include "apps/warnings.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::app {
namespace {

struct RunOptions {
  std::string model;
  std::vector<std::string> plugins;
  int steps = 1000;
  double time = 0;  // [s], in place of steps when positive
  std::string key;
  std::string controls;
  std::vector<std::string> log{"qpos", "qvel"};
  std::string out;
  int every = 1;
  bool json = false;
};

int step_count(const RunOptions& options, const Model& m) {
  return options.time > 0 ? std::max(1, static_cast<int>(options.time / m.opt.timestep + 0.5))
                          : options.steps;
}

// Simulates and returns the seconds it took, logging excluded only when nothing is logged.
double simulate(const Model& m, Data& d, int steps, const RunOptions& options, const Controls& controls,
                Recorder* recorder) {
  const Progress progress(steps, !options.json);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) {
    if (recorder && i % options.every == 0) recorder->take();
    controls.apply(d, i);
    step(m, d);
    progress.at(i + 1);
  }
  if (recorder && steps % options.every == 0) recorder->take();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void report(const RunOptions& options, const Data& d, int steps, double started, double seconds) {
  const double simulated = d.time - started;
  if (options.json) {
    fmt::print("{}\n", Json::object({{"model", options.model},
                                     {"steps", steps},
                                     {"simulated_seconds", simulated},
                                     {"seconds", seconds},
                                     {"steps_per_second", steps / seconds},
                                     {"real_time_factor", simulated / seconds},
                                     {"log", options.out.empty() ? Json::null() : Json(options.out)},
                                     {"warnings", warnings_json(d)}})
                           .text());
    return;
  }
  fmt::print("{} steps, {:.4g} s simulated in {:.3g} s: {:.4g} steps/s, {:.3g} times real time\n", steps,
             simulated, seconds, steps / seconds, simulated / seconds);
  if (!options.out.empty()) fmt::print("log: {}\n", options.out);
  fmt::print("{}", warnings_text(d));
}

void run(const RunOptions& options) {
  const Model m = load_input(options.model, with_plugins(options.plugins));
  const int key = find_keyframe(m, options.key);
  Data d = make_data(m);
  if (key >= 0) reset_data_keyframe(m, d, key);
  const Controls controls = options.controls.empty() ? Controls() : Controls(m, options.controls);
  std::unique_ptr<Recorder> recorder;
  if (!options.out.empty()) {
    require_log_format(options.out);
    recorder = std::make_unique<Recorder>(m, d, options.log);
  }
  const int steps = step_count(options, m);
  const double started = d.time;
  const double seconds = simulate(m, d, steps, options, controls, recorder.get());
  if (recorder) recorder->write(options.out);
  report(options, d, steps, started, seconds);
}

}  // namespace

void add_run(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Simulate a model, log chosen fields");
  command->footer(
      "Examples:\n"
      "  corten run scenes/pendulum.xml --steps 1000 --log qpos,qvel,energy --out pendulum.csv\n"
      "  corten run scenes/demo.xml --time 2 --log xpos,ncon --every 10 --out demo.npz --json");
  auto options = std::make_shared<RunOptions>();
  add_model_argument(*command, options->model);
  add_plugin_option(*command, options->plugins);
  CLI::Option* steps = command->add_option("--steps", options->steps, "How many steps to take")
                           ->check(CLI::Range(1, 1000000000))
                           ->capture_default_str();
  command->add_option("--time", options->time, "How many seconds to simulate")
      ->check(CLI::PositiveNumber)
      ->excludes(steps);
  command->add_option("--key", options->key, "Start from this keyframe (name or number) instead of qpos0");
  command->add_option("--ctrl", options->controls,
                      "Controls from a .csv or .npy file: a row per step, or held by a column 'time'");
  command->add_option("--log", options->log, "Fields of the simulation data to log, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  command->add_option("--every", options->every, "Log every n-th step")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--out", options->out, "Write the log to this .csv or .npz file");
  add_json_flag(*command, options->json);
  command->callback([options] { run(*options); });
}

}  // namespace corten::app
