// The manual page and the completion of shells, made of what the commands say about themselves.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace corten::app {

// For man(1), in roff.
std::string manual_page(const CLI::App& app, const std::string& version);
// A script for bash, zsh or fish; throws std::runtime_error for another shell.
std::string completion_script(const CLI::App& app, const std::string& shell);

}  // namespace corten::app
