#include "apps/input.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "corten/load.h"
#include "corten/mjcf/schema.h"
#include "corten/model/binary.h"
#include "corten/model/names.h"
#include "plugins/library.h"

namespace corten::app {
namespace {

namespace fs = std::filesystem;

// " (did you mean 'arm.xml'?)" from the files beside the missing one; empty when none is near
std::string nearest_file(const fs::path& missing) {
  const fs::path folder = missing.has_parent_path() ? missing.parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fmt::format(" (there is no folder '{}')", folder.string());
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    names.push_back(entry.path().filename().string());
  const std::string hint = mjcf::did_you_mean(missing.filename().string(),
                                              std::vector<std::string_view>(names.begin(), names.end()));
  return hint.empty() ? "" : " (" + hint + ")";
}

void require_file(const std::string& path) {
  if (fs::is_directory(path))
    throw std::runtime_error(fmt::format("'{}' is a folder, not a model file", path));
  if (!fs::exists(path)) throw std::runtime_error(fmt::format("no file '{}'{}", path, nearest_file(path)));
}

std::string known_keyframes(const Model& m) {
  if (m.nkey == 0) return "the model has no keyframes";
  std::string text = fmt::format("the model has {}:", m.nkey);
  for (int key = 0; key < m.nkey; ++key) {
    const char* name = id2name(m, mjOBJ_KEY, key);
    text += fmt::format(" {}{}", key, name ? fmt::format("={}", name) : "");
  }
  return text;
}

// of --max-memory, which every command that takes a model has; 0 when it is not given
std::uint64_t& max_memory() {
  static std::uint64_t bytes = 0;
  return bytes;
}

// of --lenient, likewise
bool& lenient() {
  static bool on = false;
  return on;
}

}  // namespace

void add_model_argument(CLI::App& command, std::string& path) {
  command.add_option("MODEL", path, "MJCF, URDF or binary model")->required()->type_name("FILE");
  command
      .add_option(
          "--max-memory", max_memory(),
          "Refuse models that take more bytes, e.g. 500M or 8G; not given: 768M and 32 times its files")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("BYTES");
  command.add_flag("--lenient", lenient(),
                   "Pass over what later releases of MuJoCo brought and changes no number, with a warning");
}

bool reads_leniently() { return lenient(); }

void add_plugin_option(CLI::App& command, std::vector<std::string>& libraries) {
  command.add_option("--plugin", libraries, "Load the plugins of this shared library; may be repeated")
      ->type_name("LIBRARY")
      ->allow_extra_args(false);
}

LoadOptions with_plugins(const std::vector<std::string>& libraries) {
  LoadOptions options;
  if (libraries.empty()) return options;
  auto table = std::make_shared<PluginTable>(*options.plugins);
  for (const std::string& library : libraries) load_plugin_library(library, *table);
  options.plugins = std::move(table);
  return options;
}

bool is_binary_model(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char start[8] = {};
  file.read(start, sizeof start);
  return is_binary({start, sizeof start});
}

std::optional<Model> load_input(const std::string& path, Diagnostics& diagnostics, LoadOptions options) {
  require_file(path);
  options.progress = terminal_progress();
  options.lenient = options.lenient || lenient();
  if (max_memory() > 0) {
    options.limits.bytes_per_file_byte = 0;
    options.limits.bytes = static_cast<std::int64_t>(std::min<std::uint64_t>(max_memory(), INT64_MAX));
  }
  return load(path, options, diagnostics);
}

Model load_input(const std::string& path, const LoadOptions& options) {
  Diagnostics diagnostics;
  std::optional<Model> m = load_input(path, diagnostics, options);
  if (!m) throw LoadError(diagnostics);
  fmt::print(stderr, "{}", diagnostics.text());
  return std::move(*m);
}

int find_keyframe(const Model& m, const std::string& key) {
  if (key.empty()) return -1;
  int id = -1;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
  if (error != std::errc() || end != key.data() + key.size()) id = name2id(m, mjOBJ_KEY, key);
  if (id < 0 || id >= m.nkey)
    throw std::runtime_error(fmt::format("no keyframe '{}': {}", key, known_keyframes(m)));
  return id;
}

}  // namespace corten::app
