// A model from the command line: MJCF, URDF or our binary, told apart by content; keyframes by name or
// number.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "corten/load.h"

namespace corten::app {

// Adds the argument MODEL to a command.
void add_model_argument(CLI::App& command, std::string& path);

// Whether --lenient was given, for those who read without load_input.
bool reads_leniently();

// Adds --plugin LIBRARY, which may be given several times.
void add_plugin_option(CLI::App& command, std::vector<std::string>& libraries);
// Options for loading a model that may use the plugins of these libraries too. Throws PluginError.
LoadOptions with_plugins(const std::vector<std::string>& libraries);

bool is_binary_model(const std::string& path);
// Nothing when the model is refused; `diagnostics` says why and carries warnings. Throws std::runtime_error
// with a hint when there is no such file.
std::optional<Model> load_input(const std::string& path, Diagnostics& diagnostics, LoadOptions options = {});
// The same, refusal thrown as LoadError, warnings printed to standard error.
Model load_input(const std::string& path, const LoadOptions& options = {});

// Number or name of a keyframe; −1 when `key` is empty. Throws std::runtime_error when there is no such one.
int find_keyframe(const Model& m, const std::string& key);

}  // namespace corten::app
