#include "tests/support/model_files.h"

#include <filesystem>
#include <set>

namespace corten {

namespace fs = std::filesystem;

std::vector<std::string> model_files(const std::vector<std::string>& paths) {
  std::set<std::string> files;
  const auto add = [&](const fs::path& path) {
    if (path.extension() == ".xml" || path.extension() == ".urdf") files.insert(fs::canonical(path).string());
  };
  for (const std::string& path : paths) {
    if (fs::is_directory(path))
      for (const auto& entry : fs::recursive_directory_iterator(path)) add(entry.path());
    else if (fs::exists(path))
      add(path);
  }
  return {files.begin(), files.end()};
}

}  // namespace corten
