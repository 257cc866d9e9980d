// `corten conform MODEL...`: runs the Python harness that compares both engines on every field.
#include <fmt/core.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/commands.h"
#include "corten/base/system.h"

namespace corten::app {
namespace {

namespace fs = std::filesystem;

struct ConformOptions {
  std::vector<std::string> models;
  int states = 4;
  int steps = 100;
  std::string html;
  bool json = false;
};

fs::path own_folder() { return fs::path(executable_path()).parent_path(); }

// $CORTEN_PYTHON, a virtual environment in this or a parent folder of ours or of the caller, python3
std::string python() {
  if (const char* given = std::getenv("CORTEN_PYTHON")) return given;
  for (fs::path start : {fs::current_path(), own_folder()})
    for (; start != start.parent_path(); start = start.parent_path())
      if (const fs::path candidate = start / ".venv/bin/python"; fs::exists(candidate))
        return candidate.string();
  return "python3";
}

// the package of a build tree lies beside the command
void prefer_own_package() {
  const fs::path package = own_folder() / "../python";
  if (!fs::exists(package / "cortenforge")) return;
  const char* before = std::getenv("PYTHONPATH");
  set_environment("PYTHONPATH", package.string() + (before ? ":" + std::string(before) : ""));
}

// The exit code; with `quiet` the program's words go to standard error.
int run(const std::vector<std::string>& words, bool quiet) {
  const int code = run_program(words, quiet);
  if (code == kCannotRun)
    throw std::runtime_error(fmt::format("cannot run '{}'; name one with CORTEN_PYTHON", words[0]));
  return code;
}

// A wheel holds the engine, not the harness.
void require_harness() {
  constexpr int kMissing = 3;
  const std::string look = fmt::format(
      "import importlib.util as u, sys; sys.exit(0 if u.find_spec('cortenforge') and "
      "u.find_spec('cortenforge.conformance') else {})",
      kMissing);
  if (run({python(), "-c", look}, false) == kMissing)
    throw std::runtime_error(
        fmt::format("'{}' has no cortenforge.conformance: the harness comes with a clone, whose "
                    "build/release/apps/corten "
                    "has it; or name a Python that has it with CORTEN_PYTHON",
                    python()));
}

void conform(const ConformOptions& options) {
  for (const std::string& model : options.models)
    if (!fs::exists(model)) throw std::runtime_error(fmt::format("there is no file or folder '{}'", model));
  prefer_own_package();
  require_harness();
  std::vector<std::string> words{python(), "-m", "cortenforge.conformance"};
  words.insert(words.end(), options.models.begin(), options.models.end());
  for (const std::string& word : {std::string("--states"), std::to_string(options.states),
                                  std::string("--steps"), std::to_string(options.steps)})
    words.push_back(word);
  if (!options.html.empty()) words.insert(words.end(), {"--html", options.html});

  const fs::path report = fs::temp_directory_path() / fmt::format("corten_conform_{}.json", process_id());
  if (options.json) words.insert(words.end(), {"--json", report.string()});
  const int code = run(words, options.json);
  if (options.json && fs::exists(report)) {
    std::cout << std::ifstream(report).rdbuf() << '\n';
    fs::remove(report);
  }
  throw Exit{code};
}

}  // namespace

void add_conform(CLI::App& app) {
  CLI::App* command = app.add_subcommand("conform", "Compare every field with MuJoCo 3.5.0 on a model");
  command->footer(
      "Example:\n"
      "  corten conform scenes/pendulum.xml scenes/demo.xml --states 2\n"
      "Needs Python with the packages cortenforge and mujoco==3.5.0 ($CORTEN_PYTHON, a .venv folder or "
      "python3).\n"
      "Exit code 1: there are differences that are not known; 2: it could not compare.");
  auto options = std::make_shared<ConformOptions>();
  command->add_option("MODELS", options->models, "MJCF files, or folders to search for them")
      ->required()
      ->type_name("FILE");
  command->add_option("--states", options->states, "Random states for the forward pass")
      ->capture_default_str();
  command->add_option("--steps", options->steps, "Steps of the trajectory")->capture_default_str();
  command->add_option("--html", options->html, "Write a report to this file");
  add_json_flag(*command, options->json);
  command->callback([options] { conform(*options); });
}

}  // namespace corten::app
