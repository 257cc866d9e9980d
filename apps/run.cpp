// `corten run MODEL`: simulate, with a progress bar, steps per second and an optional CSV log of the state.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "apps/commands.h"
#include "corten/load.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::app {
namespace {

struct RunOptions {
  std::string model;
  std::string csv;
  int steps = 1000;
  int key = -1;
};

// A bar on a terminal, nothing elsewhere; redrawn at most a hundred times.
class Progress {
 public:
  explicit Progress(int total)
      : total_(total), every_(std::max(1, total / 100)), shown_(isatty(STDERR_FILENO)) {}
  void at(int done) const {
    if (!shown_ || (done % every_ && done != total_)) return;
    const int filled = static_cast<int>(40LL * done / total_);
    fmt::print(stderr, "\r[{:<40}] {:3d} %{}", std::string(static_cast<std::size_t>(filled), '#'),
               static_cast<int>(100LL * done / total_), done == total_ ? "\n" : "");
  }

 private:
  int total_;
  int every_;
  bool shown_;
};

class CsvLog {
 public:
  CsvLog(const std::string& path, const Model& m) {
    if (path.empty()) return;
    file_.reset(std::fopen(path.c_str(), "w"));
    if (!file_) throw std::runtime_error("cannot write '" + path + "'");
    fmt::print(file_.get(), "time");
    for (int i = 0; i < m.nq; ++i) fmt::print(file_.get(), ",qpos{}", i);
    for (int i = 0; i < m.nv; ++i) fmt::print(file_.get(), ",qvel{}", i);
    fmt::print(file_.get(), "\n");
  }
  void row(const Data& d) {
    if (!file_) return;
    fmt::print(file_.get(), "{:.17g}", d.time);
    for (Real x : d.qpos) fmt::print(file_.get(), ",{:.17g}", x);
    for (Real x : d.qvel) fmt::print(file_.get(), ",{:.17g}", x);
    fmt::print(file_.get(), "\n");
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

void print_warnings(const Data& d) {
  static constexpr const char* kText[mjNWARNING] = {"inertia matrix is not positive definite",
                                                    "contact buffer is full",
                                                    "constraint buffer is full",
                                                    "too many geoms to draw",
                                                    "bad number in qpos",
                                                    "bad number in qvel",
                                                    "bad number in qacc",
                                                    "bad number in ctrl"};
  for (int i = 0; i < mjNWARNING; ++i)
    if (d.warning[i].number) fmt::print("warning: {} ({} times)\n", kText[i], d.warning[i].number);
}

void run(const RunOptions& options) {
  const Model m = load_model_file(options.model);
  if (options.key >= m.nkey) throw std::runtime_error(fmt::format("the model has {} keyframes", m.nkey));
  Data d = make_data(m);
  if (options.key >= 0) reset_data_keyframe(m, d, options.key);
  CsvLog log(options.csv, m);
  const Progress progress(options.steps);
  log.row(d);
  const auto start = std::chrono::steady_clock::now();
  for (int i = 1; i <= options.steps; ++i) {
    step(m, d);
    log.row(d);
    progress.at(i);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{} steps, {:.4g} s simulated in {:.3g} s: {:.4g} steps/s, {:.3g} times real time\n",
             options.steps, d.time, seconds, options.steps / seconds, d.time / seconds);
  print_warnings(d);
}

}  // namespace

void add_run(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Simulate a model");
  command->footer("Example: corten run scenes/pendulum.xml --steps 1000 --csv pendulum.csv");
  auto options = std::make_shared<RunOptions>();
  command->add_option("model", options->model, "MJCF or URDF file")->required();
  command->add_option("--steps", options->steps, "How many steps to take")
      ->check(CLI::Range(1, 1000000000))
      ->capture_default_str();
  command->add_option("--csv", options->csv, "Write time, qpos and qvel of every step to this file");
  command->add_option("--key", options->key, "Start from this keyframe instead of qpos0")
      ->check(CLI::NonNegativeNumber);
  command->callback([options] { run(*options); });
}

}  // namespace corten::app
