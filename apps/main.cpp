// The `corten` command: look at models and run them from a shell.
#include <fmt/core.h>

#include <exception>

#include "apps/commands.h"
#include "corten/base/diagnostics.h"

int main(int argc, char** argv) {
  CLI::App app("CortenForge: load, inspect and simulate MJCF models");
  app.require_subcommand(1);
  app.footer("Example: corten run scenes/pendulum.xml --steps 1000 --csv pendulum.csv");
  corten::app::add_info(app);
  corten::app::add_run(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const corten::LoadError& error) {
    fmt::print(stderr, "{}", error.what());
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "corten: {}\n", error.what());
    return 1;
  }
}
