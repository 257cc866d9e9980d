// Compares verdict and compiled model with the oracle on randomly changed models, for as long as one likes:
//   fuzz_models FIRST_SEED COUNT PATH...
// Every case runs in a child process, because the oracle ends the process on some inputs. A difference is
// printed with its seed and written to fuzz_<seed>.xml in the working folder; any makes the program fail.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "tests/support/compare_mutated.h"
#include "tests/support/model_files.h"

namespace {

using namespace corten;

std::vector<std::string> small_models(const std::vector<std::string>& paths) {
  std::vector<std::string> files = model_files(paths);
  std::erase_if(files, [](const std::string& file) { return std::filesystem::file_size(file) >= 60000; });
  return files;
}

struct Progress {
  volatile long seed;  // of the case in work; -1 at the end
  volatile int differences;
};

// runs cases until one ends the process
void run_cases(const std::vector<std::string>& files, long first, long count, Progress* progress) {
  const auto bases = mjcf::load_bases(files);
  for (long seed = first; seed < first + count; ++seed) {
    progress->seed = seed;
    const mjcf::MutatedCase changed = mjcf::mutated_case(bases, static_cast<std::uint64_t>(seed));
    alarm(20);
    const std::string difference = mjcf::compare_case(changed);
    if (difference.empty()) continue;
    progress->differences = progress->differences + 1;
    std::cout << "seed " << seed << " from " << changed.file << '\n' << difference << std::flush;
    std::ofstream("fuzz_" + std::to_string(seed) + ".xml") << changed.xml;
  }
  progress->seed = -1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::vector<std::string> files = small_models({argv + 3, argv + argc});
  long first = std::atol(argv[1]);
  const long end = first + std::atol(argv[2]);
  mjcf::in_oracle();  // made before there are children
  auto* progress = static_cast<Progress*>(mjcf::shared_memory(sizeof(Progress)));
  while (first < end) {
    const pid_t child = fork();
    if (child == 0) {
      run_cases(files, first, end - first, progress);
      std::_Exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (progress->seed < 0) break;
    const bool ours = !mjcf::in_oracle();
    std::cout << "seed " << progress->seed << " ended the process in " << (ours ? "OUR CODE" : "the oracle")
              << std::endl;
    if (ours) progress->differences = progress->differences + 1;
    first = progress->seed + 1;
  }
  return progress->differences > 0;
}
