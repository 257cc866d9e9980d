// The oracle's reader alone.
#include "tests/support/oracle_reader.h"

#include <dlfcn.h>

#include <filesystem>

#include "corten/mjcf/load.h"
#include "plugins/builtin.h"

namespace corten::mjcf {

void load_oracle_plugins() {
  static const bool loaded = [] {
    Dl_info info;
    dladdr(reinterpret_cast<const void*>(&mj_version), &info);
    const auto folder = std::filesystem::path(info.dli_fname).parent_path() / "plugin";
    mj_loadAllPluginLibraries(folder.c_str(), nullptr);
    return true;
  }();
  (void)loaded;
}

namespace {

std::string verdict(mjSpec* spec, const char* error) {
  const std::string message = spec ? "" : (*error ? error : "refused");
  mj_deleteSpec(spec);
  return message;
}

std::string verdict(const Diagnostics& diagnostics) { return diagnostics.ok() ? "" : diagnostics.text(); }

}  // namespace

std::string oracle_read_string(const std::string& xml) {
  char error[1000] = "";
  return verdict(mj_parseXMLString(xml.c_str(), nullptr, error, sizeof error), error);
}

std::string oracle_read_file(const std::string& path) {
  char error[1000] = "";
  return verdict(mj_parseXML(path.c_str(), nullptr, error, sizeof error), error);
}

std::string our_read_string(const std::string& xml) {
  Diagnostics diagnostics;
  read_string(xml, nullptr, {false, builtin_plugins()}, diagnostics);
  return verdict(diagnostics);
}

std::string our_read_file(const std::string& path) {
  Diagnostics diagnostics;
  read_file(path, nullptr, {false, builtin_plugins()}, diagnostics);
  return verdict(diagnostics);
}

}  // namespace corten::mjcf
