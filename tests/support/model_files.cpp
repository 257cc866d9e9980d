#include "tests/support/model_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "corten/asset/mesh.h"

namespace corten {

namespace fs = std::filesystem;

namespace {

const fs::path kProject = CORTEN_SOURCE_DIR;

fs::path collection() {
  const char* named = std::getenv("CORTEN_MODELS");
  return named ? fs::path(named) : kProject / ".." / "shared" / "models";
}

// what is there at all
std::vector<std::string> folders() {
  std::vector<std::string> all = {kProject / "scenes", kProject / ".venv" / "models"};
  if (fs::is_directory(collection())) all.push_back(collection());
  return all;
}

bool is_model(const fs::path& path) { return path.extension() == ".xml" || path.extension() == ".urdf"; }
bool is_mesh(const fs::path& path) { return mesh_format("", path.string()) != MeshFormat::kUnknown; }

std::vector<std::string> files_below(const std::vector<std::string>& paths, bool (*wanted)(const fs::path&)) {
  std::set<std::string> files;
  const auto add = [&](const fs::path& path) {
    if (wanted(path)) files.insert(fs::canonical(path).string());
  };
  constexpr auto kFollow = fs::directory_options::follow_directory_symlink;
  for (const std::string& path : paths) {
    if (fs::is_directory(path))
      for (const auto& entry : fs::recursive_directory_iterator(path, kFollow)) add(entry.path());
    else if (fs::exists(path))
      add(path);
  }
  return {files.begin(), files.end()};
}

// Notes which test looks at which files, where CORTEN_JUDGED names a file for it (tools/judged.py reads it).
std::vector<std::string> noted(std::vector<std::string> files) {
  const char* notes = std::getenv("CORTEN_JUDGED");
  const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
  if (!notes || !test) return files;
  std::string text;
  for (const std::string& file : files)
    text += std::string(test->test_suite_name()) + '.' + test->name() + '\t' + file + '\n';
  std::ofstream(notes, std::ios::app) << text;
  return files;
}

// where a file with this name is or would be
fs::path place(const std::string& name) {
  if (name.starts_with("scenes/")) return kProject / name;
  const fs::path packaged = kProject / ".venv" / "models" / name;
  return fs::exists(packaged) ? packaged : collection() / name;
}

}  // namespace

std::vector<std::string> model_files(const std::vector<std::string>& paths) {
  return noted(files_below(paths, is_model));
}

std::vector<std::string> model_files() { return model_files(folders()); }

std::vector<std::string> small_model_files() {
  std::vector<std::string> paths;
  for (const char* folder :
       {"scenes/", "gymnasium", "dm_control/suite", "dm_control/mujoco", "mjx", "mujoco_warp", "mujoco"})
    paths.push_back(place(folder));
  return model_files(paths);
}

std::vector<std::string> mesh_files() { return files_below(folders(), is_mesh); }

std::vector<std::string> found(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names)
    if (const fs::path path = place(name); fs::exists(path)) files.push_back(fs::canonical(path));
  return noted(std::move(files));
}

std::string model_file(const std::string& name) {
  const std::vector<std::string> file = found({name});
  if (file.empty()) throw std::runtime_error(name + " is not there: run `make setup`");
  return file.front();
}

}  // namespace corten
