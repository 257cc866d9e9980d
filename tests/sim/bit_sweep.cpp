// Steps of models beside the oracle, bit by bit, with every solver, cone, Jacobian and integrator:
//   bit_sweep STEPS [--own] PATH...      --own: each model with its own options only
// Models with flexes, plugins or sleep are left out. A line for every run whose state leaves the oracle's,
// with the first step and the first field that does.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/scenes.h"
#include "tests/support/trajectory.h"

namespace corten {
namespace {

const char* const kIntegrators[] = {"euler", "rk4", "implicit", "implicitfast"};

struct Tally {
  int runs = 0;
  int equal = 0;
};

void run(oracle::Twin& t, const std::string& what, int steps, Tally& tally) {
  t.take_options();
  const std::string difference = oracle::first_difference(t, steps);
  ++tally.runs;
  tally.equal += difference.empty();
  if (!difference.empty()) std::printf("%s: %s\n", what.c_str(), difference.c_str());
  std::fflush(stdout);
}

void sweep(const std::string& path, int steps, bool own, Tally& tally) {
  oracle::ModelPtr om = oracle::load_file(path);
  if (!om || om->nflex || om->nplugin || (om->opt.enableflags & mjENBL_SLEEP)) return;
  oracle::Twin t(std::move(om));
  if (own) return run(t, path, steps, tally);
  oracle::for_options(t.om.get(), [&](const std::string& options) {
    for (int integrator = 0; integrator < 4; ++integrator) {
      t.om->opt.integrator = integrator;
      run(t, path + options + " " + kIntegrators[integrator], steps, tally);
    }
  });
}

std::vector<std::string> model_files(const std::string& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
    if (entry.path().extension() == ".xml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace
}  // namespace corten

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "use: bit_sweep STEPS [--own] PATH...\n");
    return 2;
  }
  const bool own = std::strcmp(argv[2], "--own") == 0;
  corten::Tally tally;
  for (int i = own ? 3 : 2; i < argc; ++i)
    for (const std::string& file : corten::model_files(argv[i]))
      corten::sweep(file, std::atoi(argv[1]), own, tally);
  std::printf("%d of %d runs equal to the bit\n", tally.equal, tally.runs);
  return tally.equal == tally.runs ? 0 : 1;
}
