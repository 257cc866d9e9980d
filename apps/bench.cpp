// `corten bench MODEL`: steps per second, beside MuJoCo's when its library is installed.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/oracle.h"
#include "apps/terminal.h"
#include "corten/sim/forward.h"
#include "corten/sim/reset.h"

namespace corten::app {
namespace {

struct BenchOptions {
  std::string model;
  std::string key;
  std::string oracle;
  double seconds = 2;
  bool json = false;
};

struct BenchResult {
  double ours = 0;  // steps per second, median over blocks
  double oracle = 0;
  double ratio = 0;           // median of the ratios of neighbouring blocks
  double difference = 0;      // largest difference of qpos after the first steps
  double own_difference = 0;  // the same of MuJoCo to itself, disturbed by 1e-15
  std::string oracle_name;
  std::string no_oracle;  // why there is no comparison
};

constexpr int kBlocks = 10;
constexpr int kComparedSteps = 100;

template <class Step>
double steps_per_second(int steps, Step&& step) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) step();
  return steps / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::unique_ptr<Oracle> ready_oracle(const BenchOptions& options, int key, BenchResult& result) {
  std::unique_ptr<Oracle> oracle = Oracle::find(options.oracle);
  if (!oracle) {
    result.no_oracle =
        "no MuJoCo 3.5.0 was found (pip install mujoco==3.5.0, or name its library with --oracle)";
    return nullptr;
  }
  result.oracle_name = "MuJoCo " + oracle->version();
  if (is_binary_model(options.model)) {
    result.no_oracle = "MuJoCo does not read our binary";
    return nullptr;
  }
  result.no_oracle = oracle->load(options.model, key);
  return result.no_oracle.empty() ? std::move(oracle) : nullptr;
}

double largest_difference(std::span<const double> a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < b.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

// MuJoCo's position after the compared steps, from a start that was disturbed by rounding's size
std::vector<double> disturbed_qpos(const BenchOptions& options, int key) {
  const std::unique_ptr<Oracle> oracle = Oracle::find(options.oracle);
  oracle->load(options.model, key);
  oracle->disturb(1e-15);
  for (int i = 0; i < kComparedSteps; ++i) oracle->step();
  return oracle->qpos();
}

// Both engines continue from the same state in alternating blocks: what disturbs the machine disturbs both.
BenchResult measure(const Model& m, Data& d, const BenchOptions& options, int key) {
  BenchResult result;
  const std::unique_ptr<Oracle> oracle = ready_oracle(options, key, result);
  const auto ours = [&] { step(m, d); };
  const double speed = steps_per_second(kComparedSteps, ours);
  if (oracle) {
    for (int i = 0; i < kComparedSteps; ++i) oracle->step();
    result.difference = largest_difference(d.qpos.span(), oracle->qpos());
    result.own_difference = largest_difference(disturbed_qpos(options, key), oracle->qpos());
  }
  const double block_seconds = options.seconds / kBlocks / (oracle ? 2 : 1);
  const int steps = std::max(10, static_cast<int>(speed * block_seconds));
  std::vector<double> our_speeds, oracle_speeds, ratios;
  const Progress progress(kBlocks, !options.json);
  for (int block = 0; block < kBlocks; ++block) {
    our_speeds.push_back(steps_per_second(steps, ours));
    if (oracle) {
      oracle_speeds.push_back(steps_per_second(steps, [&] { oracle->step(); }));
      ratios.push_back(our_speeds.back() / oracle_speeds.back());
    }
    progress.at(block + 1);
  }
  result.ours = median(our_speeds);
  if (oracle) {
    result.oracle = median(oracle_speeds);
    result.ratio = median(ratios);
  }
  return result;
}

void print_json(const BenchOptions& options, const Model& m, const BenchResult& r) {
  const bool both = r.no_oracle.empty();
  fmt::print("{}\n", Json::object({{"model", options.model},
                                   {"nv", m.nv},
                                   {"steps_per_second", r.ours},
                                   {"real_time_factor", r.ours * m.opt.timestep},
                                   {"oracle", both ? Json(r.oracle_name) : Json::null()},
                                   {"oracle_steps_per_second", both ? Json(r.oracle) : Json::null()},
                                   {"ratio", both ? Json(r.ratio) : Json::null()},
                                   {"qpos_difference", both ? Json(r.difference) : Json::null()},
                                   {"oracle_own_difference", both ? Json(r.own_difference) : Json::null()}})
                         .text());
}

void print_table(const BenchOptions& options, const Model& m, const BenchResult& r) {
  fmt::print("{}: {} bodies, {} degrees of freedom, time step {} s\n", options.model, m.nbody - 1, m.nv,
             m.opt.timestep);
  fmt::print("  {:<16}{:>12.0f} steps/s{:>10.1f} times real time\n", "CortenForge", r.ours,
             r.ours * m.opt.timestep);
  if (!r.no_oracle.empty()) {
    fmt::print("  nothing to compare with: {}\n", r.no_oracle);
    return;
  }
  fmt::print("  {:<16}{:>12.0f} steps/s{:>10.1f} times real time\n", r.oracle_name, r.oracle,
             r.oracle * m.opt.timestep);
  fmt::print("  ratio {:.2f}; largest difference of qpos after {} steps: {:.1e}\n", r.ratio, kComparedSteps,
             r.difference);
  fmt::print("  (MuJoCo from a start disturbed by 1e-15 differs from itself by {:.1e})\n", r.own_difference);
}

void bench(const BenchOptions& options) {
  const Model m = load_input(options.model);
  const int key = find_keyframe(m, options.key);
  Data d = make_data(m);
  if (key >= 0) reset_data_keyframe(m, d, key);
  const BenchResult result = measure(m, d, options, key);
  options.json ? print_json(options, m, result) : print_table(options, m, result);
}

}  // namespace

void add_bench(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("bench", "Measure steps per second, beside MuJoCo when it is installed");
  command->footer(
      "Example:\n"
      "  corten bench scenes/demo.xml --seconds 1\n"
      "One thread, zero controls, both engines in alternating blocks from the same state.");
  auto options = std::make_shared<BenchOptions>();
  add_model_argument(*command, options->model);
  command->add_option("--seconds", options->seconds, "How long to measure")
      ->check(CLI::Range(0.01, 3600.0))
      ->capture_default_str();
  command->add_option("--key", options->key, "Start from this keyframe (name or number) instead of qpos0");
  command->add_option("--oracle", options->oracle, "MuJoCo's library, if not where it is usually found")
      ->type_name("FILE");
  add_json_flag(*command, options->json);
  command->callback([options] { bench(*options); });
}

}  // namespace corten::app
