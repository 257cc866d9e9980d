// The `corten` command: look at models, check, convert, simulate and compare them from a shell.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <string_view>
#include <vector>

#include "apps/commands.h"
#include "apps/json.h"
#include "apps/manual.h"
#include "corten/base/diagnostics.h"
#include "corten/base/near_word.h"

namespace {

bool wants_json(std::span<char*> arguments) {
  for (const char* argument : arguments)
    if (std::strcmp(argument, "--json") == 0) return true;
  return false;
}

// 0: done. 1: check --strict has warnings, conform has differences. 2: what was asked could not be done.
constexpr int kFailed = 2;

int fail(const std::string& text, bool json) {
  if (json) fmt::print("{}\n", corten::app::Json::object({{"error", text}}).text());
  fmt::print(stderr, "{}", text);
  return kFailed;
}

const CLI::App* find_command(const CLI::App& app, std::string_view name) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == name) return command;
  return nullptr;
}

std::vector<std::string_view> command_names(const CLI::App& app) {
  std::vector<std::string_view> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// "corten chek": which command was meant; empty when the first word is one.
std::string unknown_command(const CLI::App& app, std::span<char*> arguments) {
  if (arguments.size() < 2 || arguments[1][0] == '-' || find_command(app, arguments[1])) return {};
  const std::vector<std::string_view> names = command_names(app);
  const std::string hint = corten::did_you_mean(arguments[1], names);
  return fmt::format("corten: there is no command '{}'{}\nCommands: {}\n", arguments[1],
                     hint.empty() ? "" : " (" + hint + ")", fmt::join(names, ", "));
}

// " (did you mean '--strict'?)" for the first option of the line that the command does not have.
std::string nearest_option(const CLI::App& app, std::span<char*> arguments) {
  const CLI::App* command = arguments.size() > 1 ? find_command(app, arguments[1]) : nullptr;
  if (!command) return {};
  std::vector<std::string> names;
  for (const CLI::Option* option : command->get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const char* argument : arguments.subspan(2)) {
    const std::string word = std::string(argument).substr(0, std::string_view(argument).find('='));
    if (!word.starts_with("--") || std::find(names.begin(), names.end(), word) != names.end()) continue;
    const std::string hint = corten::did_you_mean(word, {names.begin(), names.end()});
    return hint.empty() ? "" : " (" + hint + ")";
  }
  return {};
}

// --man and --completion, which no command follows
bool print_about_itself(const CLI::App& app, std::span<char*> arguments) {
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  if (first == "--man")
    fmt::print("{}", corten::app::manual_page(app, CORTEN_VERSION));
  else if (first == "--completion")
    fmt::print("{}", corten::app::completion_script(app, arguments.size() > 2 ? arguments[2] : ""));
  else
    return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace corten::app;
  CLI::App app("CortenForge: inspect, check, convert, simulate, picture and compare MJCF models", "corten");
  app.require_subcommand(1);
  app.set_version_flag("--version", "corten " CORTEN_VERSION);
  app.footer(
      "Example:\n  corten run scenes/pendulum.xml --steps 1000 --out pendulum.csv\n"
      "Every command explains itself: corten run --help\n"
      "Exit codes: 0 done; 1 warnings (check --strict) or differences (conform); 2 what was asked could not "
      "be done.");
  for (const auto add : {add_run, add_view, add_record, add_page, add_info, add_check, add_convert,
                         add_render, add_bench, add_conform, add_schema})
    add(app);
  std::string shell;
  bool manual = false;
  app.add_flag("--man", manual, "Print the manual page, for man -l -");
  app.add_option("--completion", shell, "Print the completion of a shell: bash, zsh or fish")
      ->type_name("SHELL");
  const std::span arguments(argv, static_cast<std::size_t>(argc));
  const bool json = wants_json(arguments);
  if (const std::string wrong = unknown_command(app, arguments); !wrong.empty()) return fail(wrong, json);
  try {
    if (print_about_itself(app, arguments)) return 0;
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return fail(fmt::format("corten: {}{}\n", error.what(), nearest_option(app, arguments)), json);
  } catch (const Exit& exit) {
    return exit.code;
  } catch (const corten::LoadError& error) {
    return fail(error.what(), json);
  } catch (const std::exception& error) {
    return fail(fmt::format("corten: {}\n", error.what()), json);
  }
}
