// Steps of models beside the oracle, bit by bit, with every solver, cone, Jacobian and integrator:
//   bit_sweep STEPS [--own] [--seconds N] PATH...      --own: each model with its own options only;
//                                                      --seconds: no run is longer
// A line for every run whose state leaves the oracle's, with the first step and the first field that does,
// and for every run that time cut short.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/scenes.h"
#include "tests/support/trajectory.h"

namespace corten {
namespace {

const char* const kIntegrators[] = {"euler", "rk4", "implicit", "implicitfast"};

struct Wish {
  int steps = 0;
  bool own = false;
  double seconds = std::numeric_limits<double>::infinity();
  std::vector<std::string> paths;
};

struct Tally {
  int runs = 0;
  int equal = 0;
};

void run(oracle::Twin& t, const std::string& what, const Wish& wish, Tally& tally) {
  t.take_options();
  int made = 0;
  const std::string difference = oracle::first_difference(t, wish.steps, wish.seconds, &made);
  ++tally.runs;
  tally.equal += difference.empty();
  if (!difference.empty()) {
    std::printf("%s: %s\n", what.c_str(), difference.c_str());
  } else if (made < wish.steps) {
    std::printf("%s: equal, but ended after step %d\n", what.c_str(), made);
  }
  std::fflush(stdout);
}

void sweep(const std::string& path, const Wish& wish, Tally& tally) {
  oracle::ModelPtr om = oracle::load_file(path);
  if (!om) return;
  oracle::Twin t(std::move(om));
  if (wish.own) return run(t, path, wish, tally);
  oracle::for_options(t.om.get(), [&](const std::string& options) {
    for (int integrator = 0; integrator < 4; ++integrator) {
      t.om->opt.integrator = integrator;
      run(t, path + options + " " + kIntegrators[integrator], wish, tally);
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

Wish read_arguments(int argc, char** argv) {
  Wish wish;
  wish.steps = std::atoi(argv[1]);
  for (int i = 2; i < argc; ++i) {
    if (std::strcmp(argv[i], "--own") == 0) {
      wish.own = true;
    } else if (std::strcmp(argv[i], "--seconds") == 0 && i + 1 < argc) {
      wish.seconds = std::atof(argv[++i]);
    } else {
      wish.paths.push_back(argv[i]);
    }
  }
  return wish;
}

}  // namespace
}  // namespace corten

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "use: bit_sweep STEPS [--own] [--seconds N] PATH...\n");
    return 2;
  }
  const corten::Wish wish = corten::read_arguments(argc, argv);
  corten::Tally tally;
  for (const std::string& path : wish.paths)
    for (const std::string& file : corten::model_files(path)) corten::sweep(file, wish, tally);
  std::printf("%d of %d runs equal to the bit\n", tally.equal, tally.runs);
  return tally.equal == tally.runs ? 0 : 1;
}
