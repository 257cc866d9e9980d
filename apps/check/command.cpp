// `corten check MODEL`: everything that is or may be wrong with a model, and why it would blow up.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "apps/check/finding.h"
#include "apps/commands.h"
#include "apps/input.h"
#include "apps/json.h"
#include "apps/terminal.h"

namespace corten::app {
namespace {

enum ExitCode { kClean = 0, kWarnings = 1, kErrors = 2 };

struct CheckOptions {
  std::string model;
  double seconds = 1;
  bool strict = false;
  bool json = false;
};

std::string place_text(const Diagnostic& d) {
  std::string text = d.place.file;
  if (d.place.line > 0) text += fmt::format("{}{}", text.empty() ? "line " : ":", d.place.line);
  if (!d.element.empty()) text += (text.empty() ? "" : " ") + d.element;
  return text;
}

void add_diagnostics(const Diagnostics& diagnostics, Findings& findings) {
  for (const Diagnostic& d : diagnostics.all())
    findings.push_back({d.severity == Severity::kError ? Level::kError : Level::kWarning, "load",
                        place_text(d), d.message, d.hint});
}

const char* level_text(Level level) {
  static constexpr const char* kTexts[] = {"note", "warning", "error"};
  return kTexts[static_cast<int>(level)];
}

std::ptrdiff_t count(const Findings& findings, Level level) {
  return std::count_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.level == level; });
}

void print_text(const CheckOptions& options, const Findings& findings) {
  static constexpr Colour kColours[] = {Colour::kCyan, Colour::kYellow, Colour::kRed};
  const Paint paint(stdout);
  for (const Finding& f : findings) {
    fmt::print("{} {}{}{}{}\n",
               paint(kColours[static_cast<int>(f.level)], fmt::format("{}[{}]", level_text(f.level), f.rule)),
               f.where, f.where.empty() ? "" : ": ", f.message, states_text(f));
    if (!f.hint.empty()) fmt::print("    {}\n", paint(Colour::kGrey, f.hint));
  }
  const std::string verdict = fmt::format("{} errors, {} warnings, {} notes", count(findings, Level::kError),
                                          count(findings, Level::kWarning), count(findings, Level::kNote));
  const Colour colour = count(findings, Level::kError)     ? Colour::kRed
                        : count(findings, Level::kWarning) ? Colour::kYellow
                                                           : Colour::kGreen;
  fmt::print("{}: {}\n", options.model, paint(colour, verdict));
}

void print_json(const CheckOptions& options, const Findings& findings) {
  fmt::print("{}\n", Json::object({{"model", options.model},
                                   {"errors", count(findings, Level::kError)},
                                   {"warnings", count(findings, Level::kWarning)},
                                   {"notes", count(findings, Level::kNote)},
                                   {"findings", findings_json(findings)}})
                         .text());
}

void check(const CheckOptions& options) {
  const Findings findings = check_file(options.model, options.seconds);
  options.json ? print_json(options, findings) : print_text(options, findings);
  if (count(findings, Level::kError)) throw Exit{kErrors};
  if (options.strict && count(findings, Level::kWarning)) throw Exit{kWarnings};
}

}  // namespace

Findings check_file(const std::string& path, double seconds) {
  Findings findings;
  Diagnostics diagnostics;
  CheckedModel m;
  std::optional<Model> loaded = load_input(path, diagnostics, {.warn_suspicious = true, .places = &m.places});
  add_diagnostics(diagnostics, findings);
  if (!loaded) return findings;
  static_cast<Model&>(m) = std::move(*loaded);
  check_masses(m, findings);
  check_rest(m, findings);
  check_stability(m, findings);
  check_trial(m, seconds, findings);
  check_sleep(m, seconds, findings);
  check_folds(m, seconds, findings);
  merge_states(findings);
  return findings;
}

Json findings_json(const Findings& findings) {
  std::vector<Json> list;
  for (const Finding& f : findings)
    list.push_back(Json::object({{"level", level_text(f.level)},
                                 {"rule", f.rule},
                                 {"where", f.where},
                                 {"message", f.message},
                                 {"states", Json::array(std::vector<Json>(f.states.begin(), f.states.end()))},
                                 {"hint", f.hint}}));
  return Json::array(list);
}

void add_check(CLI::App& app) {
  CLI::App* command = app.add_subcommand("check", "Say what is or may be wrong with a model");
  command->footer(
      "Examples:\n"
      "  corten check scenes/pendulum.xml\n"
      "  corten check scenes/demo.xml --strict --json\n"
      "Looks at the loader's diagnostics, masses, overlaps and limits at rest, stiffness against the time "
      "step,\n"
      "and simulates a little. Exit codes: 0 fine, 1 warnings (with --strict), 2 errors.\n"
      "Colours only on a terminal and without NO_COLOR.");
  auto options = std::make_shared<CheckOptions>();
  add_model_argument(*command, options->model);
  command->add_option("--seconds", options->seconds, "Length of the trial simulation, 0 for none")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--strict", options->strict, "Warnings give exit code 1");
  add_json_flag(*command, options->json);
  command->callback([options] { check(*options); });
}

}  // namespace corten::app
