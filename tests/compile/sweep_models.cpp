// Compares verdict and compiled model with the oracle for every XML and URDF file given, or found under a
// folder:
//   sweep_models PATH...
#include <iostream>

#include "corten/load.h"
#include "tests/support/compare_models.h"
#include "tests/support/model_files.h"
#include "tests/support/oracle_reader.h"

namespace {

using namespace corten;

// empty when equal
std::string compare_file(const std::string& path) {
  std::string error;
  mj_clearCache(mj_getCache());  // it does not know all settings that meshes depend on
  const auto theirs = oracle::load_file(path, &error);
  Diagnostics diagnostics;
  const auto ours = load(path, {}, diagnostics);
  if (!theirs && !ours) return {};
  if (!theirs) return "  WE ACCEPT, oracle: " + error + "\n";
  if (!ours) return "  WE REFUSE: " + diagnostics.text().substr(0, 300) + "\n";
  return to_text(oracle::model_differences(theirs.get(), *ours));
}

}  // namespace

int main(int argc, char** argv) {
  mjcf::load_oracle_plugins();
  int bad = 0, total = 0;
  for (const std::string& path : model_files({argv + 1, argv + argc})) {
    ++total;
    const std::string differences = compare_file(path);
    if (differences.empty()) continue;
    ++bad;
    std::cout << path << '\n' << differences << std::flush;
  }
  std::cout << total - bad << " of " << total << " equal\n";
  return bad != 0;
}
