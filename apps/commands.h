// The sub-commands of `corten`: each registers its options and what to do when it is called.
#pragma once

#include <CLI/CLI.hpp>

namespace corten::app {

void add_run(CLI::App& app);
void add_info(CLI::App& app);
void add_check(CLI::App& app);
void add_convert(CLI::App& app);
void add_bench(CLI::App& app);
void add_conform(CLI::App& app);
void add_render(CLI::App& app);
void add_schema(CLI::App& app);
void add_view(CLI::App& app);
void add_record(CLI::App& app);
void add_page(CLI::App& app);

// --json, which every command has
inline void add_json_flag(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "Print the result as JSON");
}

// Thrown to leave with an exit code after everything has been said.
struct Exit {
  int code;
};

}  // namespace corten::app
