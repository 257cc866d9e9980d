// `make bench`: steps per second of CortenForge and MuJoCo side by side, on the same models and controls.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>

#include "bench/side_by_side/report.h"

int main(int argc, char** argv) {
  using namespace corten::bench;
  CLI::App app("Steps per second beside MuJoCo 3.5.0, alternating in one process");
  std::string collection = "../shared/models", json, svg, only;
  double block = 0.1;
  int pairs = 9;
  app.add_option("--models", collection, "Folder of the developer models")->capture_default_str();
  app.add_option("--only", only, "Run only models whose name contains this");
  app.add_option("--block", block, "Seconds of one timed block")->capture_default_str();
  app.add_option("--pairs", pairs, "Block pairs; the ratio is their median")->capture_default_str();
  app.add_option("--json", json, "Write results here");
  app.add_option("--svg", svg, "Write a bar chart here");
  CLI11_PARSE(app, argc, argv);
  try {
    std::vector<Result> results;
    print_header();
    for (const BenchModel& model :
         default_models(std::filesystem::absolute(collection).lexically_normal().string())) {
      if (model.name.find(only) == std::string::npos) continue;
      results.push_back(run(model, block, pairs));
      print_row(results.back());
    }
    print_summary(results);
    if (!json.empty()) write_json(results, json);
    if (!svg.empty()) write_svg(results, svg);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
