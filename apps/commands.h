// The sub-commands of `corten`: each registers its options and what to do when it is called.
#pragma once

#include <CLI/CLI.hpp>

namespace corten::app {

void add_info(CLI::App& app);
void add_run(CLI::App& app);

}  // namespace corten::app
