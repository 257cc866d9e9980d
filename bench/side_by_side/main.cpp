// `make bench`: steps per second of CortenForge and MuJoCo side by side, on the same models and controls.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "bench/side_by_side/report.h"

int main(int argc, char** argv) {
  using namespace corten::bench;
  CLI::App app("Steps per second beside MuJoCo 3.5.0, alternating in one process");
  std::string json, svg, only;
  double block = 0.1;
  int pairs = 9;
  bool curves = false, load_only = false;
  app.add_option("--only", only, "Run only models whose name contains this");
  app.add_option("--block", block, "Seconds of one timed block")->capture_default_str();
  app.add_option("--pairs", pairs, "Block pairs; the ratio is their median")->capture_default_str();
  app.add_flag("--curves", curves, "Measure growth with size and with threads too");
  app.add_flag("--load-only", load_only, "Compare only load times, of every model file there is");
  app.add_option("--json", json, "Write results here");
  app.add_option("--svg", svg, "Write a bar chart here");
  CLI11_PARSE(app, argc, argv);
  try {
    if (load_only) {
      compare_loading(only);
      return 0;
    }
    Report report;
    report.command = fmt::format("make bench (blocks of {} s, {} pairs)", block, pairs);
    std::vector<BenchModel> many;
    print_header();
    for (const BenchModel& model : default_models()) {
      if (model.name.find(only) == std::string::npos) continue;
      report.models.push_back(run(model, block, pairs));
      print_row(report.models.back());
      if (report.models.back().failure.empty() && runs_in_many_worlds(model)) many.push_back(model);
    }
    if (curves) {
      report.many_worlds = measure_many_worlds(many, block, pairs);
      report.growth = measure_growth(block, std::min(pairs, 5));
    }
    print_summary(report);
    if (!json.empty()) write_json(report, json);
    if (!svg.empty()) write_svg(report.models, svg);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
