// The `corten` command: look at models, check, convert, simulate and compare them from a shell.
#include <fmt/core.h>

#include <cstring>
#include <exception>
#include <span>

#include "apps/commands.h"
#include "apps/json.h"
#include "corten/base/diagnostics.h"

namespace {

bool wants_json(std::span<char*> arguments) {
  for (const char* argument : arguments)
    if (std::strcmp(argument, "--json") == 0) return true;
  return false;
}

int fail(const std::string& text, bool json) {
  if (json) fmt::print("{}\n", corten::app::Json::object({{"error", text}}).text());
  fmt::print(stderr, "{}", text);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace corten::app;
  CLI::App app("CortenForge: inspect, check, convert, simulate, picture and compare MJCF models", "corten");
  app.require_subcommand(1);
  app.set_version_flag("--version", "corten " CORTEN_VERSION);
  app.footer(
      "Example:\n  corten run scenes/pendulum.xml --steps 1000 --out pendulum.csv\n"
      "Every command explains itself: corten run --help");
  for (const auto add : {add_run, add_view, add_record, add_info, add_check, add_convert, add_render,
                         add_bench, add_conform, add_schema})
    add(app);
  const bool json = wants_json({argv, static_cast<std::size_t>(argc)});
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const Exit& exit) {
    return exit.code;
  } catch (const corten::LoadError& error) {
    return fail(error.what(), json);
  } catch (const std::exception& error) {
    return fail(fmt::format("corten: {}\n", error.what()), json);
  }
}
