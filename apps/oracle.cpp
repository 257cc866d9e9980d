#include "apps/oracle.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "corten/base/system.h"

namespace corten::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libmujoco.so.3.5.0";

// lib/python3.*/site-packages/mujoco of a virtual environment
fs::path in_environment(const fs::path& environment) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(environment / "lib", error)) {
    const fs::path candidate = entry.path() / "site-packages" / "mujoco" / kLibrary;
    if (fs::exists(candidate, error)) return candidate;
  }
  return {};
}

// the folders above which a Python's bin lies
std::vector<fs::path> environments() {
  std::vector<fs::path> found;
  if (const char* python = std::getenv("CORTEN_PYTHON"))
    found.push_back(fs::path(python).parent_path().parent_path());
  if (const char* active = std::getenv("VIRTUAL_ENV")) found.emplace_back(active);
  std::error_code error;
  const fs::path own = fs::path(executable_path()).parent_path();
  found.push_back(own.parent_path());
  for (fs::path start : {fs::current_path(error), own})
    for (; start != start.parent_path(); start = start.parent_path()) found.push_back(start / ".venv");
  std::istringstream path(std::getenv("PATH") ? std::getenv("PATH") : "");
  for (std::string folder; std::getline(path, folder, ':');)
    if (fs::exists(fs::path(folder) / "python3", error)) found.push_back(fs::path(folder).parent_path());
  if (const char* home = std::getenv("HOME")) found.push_back(fs::path(home) / ".local");
  return found;
}

std::vector<fs::path> candidates(const std::string& given) {
  if (!given.empty()) return {given};
  std::vector<fs::path> paths;
  if (const char* library = std::getenv("MUJOCO_LIBRARY")) paths.emplace_back(library);
  paths.emplace_back(kLibrary);
  for (const fs::path& environment : environments()) paths.push_back(in_environment(environment));
  return paths;
}

template <class Function>
void bind(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(library_symbol(library, name));
}

}  // namespace

std::unique_ptr<Oracle> Oracle::find(const std::string& path) {
  for (const fs::path& candidate : candidates(path)) {
    void* library = candidate.empty() ? nullptr : open_library(candidate.string());
    if (!library) continue;
    std::unique_ptr<Oracle> oracle(new Oracle(library));
    if (oracle->complete()) return oracle;
  }
  return nullptr;
}

Oracle::Oracle(void* library) : library_(library) {
  bind(library, "mj_versionString", version_string_);
  bind(library, "mj_loadXML", load_xml_);
  bind(library, "mj_makeData", make_data_);
  bind(library, "mj_resetDataKeyframe", reset_keyframe_);
  bind(library, "mj_step", step_);
  bind(library, "mj_stateSize", state_size_);
  bind(library, "mj_getState", get_state_);
  bind(library, "mj_setState", set_state_);
  bind(library, "mj_deleteData", delete_data_);
  bind(library, "mj_deleteModel", delete_model_);
}

bool Oracle::complete() const {
  return version_string_ && load_xml_ && make_data_ && reset_keyframe_ && step_ && state_size_ &&
         get_state_ && set_state_ && delete_data_ && delete_model_;
}

Oracle::~Oracle() {
  if (data_) delete_data_(data_);
  if (model_) delete_model_(model_);
  close_library(library_);
}

std::string Oracle::load(const std::string& path, int key) {
  char error[1000] = "";
  model_ = load_xml_(path.c_str(), nullptr, error, sizeof error);
  if (!model_) return error;
  data_ = make_data_(model_);
  if (key >= 0) reset_keyframe_(model_, data_, key);
  return "";
}

void Oracle::disturb(double amount) {
  std::vector<double> qvel = state(mjSTATE_QVEL);
  for (double& v : qvel) v += amount;
  set_state(mjSTATE_QVEL, qvel);
}

std::vector<double> Oracle::state(int parts) const {
  std::vector<double> values(static_cast<std::size_t>(state_size_(model_, parts)));
  get_state_(model_, data_, values.data(), parts);
  return values;
}

void Oracle::set_state(int parts, const std::vector<double>& values) {
  set_state_(model_, data_, values.data(), parts);
}

}  // namespace corten::app
