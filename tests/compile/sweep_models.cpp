// Compares verdict and compiled model with the oracle for every XML and URDF file given, or found under a
// folder:
//   sweep_models PATH...
#include <filesystem>
#include <iostream>

#include "corten/load.h"
#include "tests/support/compare_models.h"

namespace {

namespace fs = std::filesystem;
using namespace corten;

std::vector<std::string> model_files(int argc, char** argv) {
  std::vector<std::string> files;
  const auto add = [&](const fs::path& path) {
    if (path.extension() == ".xml" || path.extension() == ".urdf") files.push_back(path.string());
  };
  for (int i = 1; i < argc; ++i) {
    if (fs::is_directory(argv[i]))
      for (const auto& entry : fs::recursive_directory_iterator(argv[i])) add(entry.path());
    else
      add(argv[i]);
  }
  std::sort(files.begin(), files.end());
  return files;
}

// empty when equal
std::string compare_file(const std::string& path) {
  std::string error;
  const auto theirs = oracle::load_file(path, &error);
  Diagnostics diagnostics;
  const auto ours = load_model_file(path, {}, diagnostics);
  if (!theirs && !ours) return {};
  if (!theirs) return "  WE ACCEPT, oracle: " + error + "\n";
  if (!ours) return "  WE REFUSE: " + diagnostics.text().substr(0, 300) + "\n";
  return to_text(oracle::model_differences(theirs.get(), *ours));
}

}  // namespace

int main(int argc, char** argv) {
  int bad = 0, total = 0;
  for (const std::string& path : model_files(argc, argv)) {
    ++total;
    const std::string differences = compare_file(path);
    if (differences.empty()) continue;
    ++bad;
    std::cout << path << '\n' << differences << std::flush;
  }
  std::cout << total - bad << " of " << total << " equal\n";
  return bad != 0;
}
